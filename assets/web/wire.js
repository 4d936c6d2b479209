"use strict";
// A seat at `fivefoot serve`, in place of the engine in a worker: the same questions, answered over a WebSocket.
// The server sends facts; LOOKS of `looks.js`, written with the site, has the window's colours, signs and pictures for them.
const FOR_GOOD = [1008, 4000]; // codes of the server after which a new connection would be closed again

class Wire {
  constructor(address, token, hear, say) {
    Object.assign(this, { address, token, hear, say, number: 0, next: 0, asked: new Map(), over: false, tries: 0, dark: [], lost: new Map() });
  }
  connect() { // the answer of `open` as the page's own
    this.early = []; // what is pushed before the answer to `open` follows on it
    return new Promise((opened) => {
      const socket = this.socket = new WebSocket(this.address);
      socket.onopen = async () => {
        this.tries = 0;
        const token = this.token ? { token: this.token } : {};
        const found = await this.call("open", { ...token, since: this.next, language: document.documentElement.lang });
        this.sides = found.sides || this.sides; // those out of sight too
        opened(found);
      };
      socket.onmessage = ({ data }) => this.take(JSON.parse(data));
      socket.onclose = ({ code, reason }) => {
        for (const answered of this.asked.values()) answered({ error: reason || t("The connection is lost.") });
        this.asked.clear();
        if (FOR_GOOD.includes(code) || this.tries >= 20) { this.say(reason || t("The server cannot be reached.")); opened({ error: reason || t("The server cannot be reached.") }); }
        else { this.tries += 1; this.say(t("Disconnected; connecting again …")); setTimeout(() => this.again().then(opened), 300 * this.tries); }
      };
    });
  }
  async again() {
    const result = await this.connect();
    if (result && !result.error && this.stage) { this.hear(this.caughtUp(result)); this.release(); }
    return result;
  }
  release() { const early = this.early || []; this.early = null; for (const told of early) this.take(told); }
  leave() { this.token = null; this.tries = Infinity; this.hear = this.say = () => {}; this.socket.close(); }
  take(told) {
    if (told.id !== undefined && told.id !== null) {
      const answered = this.asked.get(told.id);
      this.asked.delete(told.id);
      if (answered) answered("error" in told ? { error: told.error } : told.result);
      return;
    }
    if (this.early) { this.early.push(told); return; }
    if (told.error) { this.say(told.error); return; }
    if (told.state) { this.next = 0; this.hear({ stage: this.staged(told.state), moments: [], notes: [], waits: told.waits, over: this.ended(told.waits) }); return; }
    const moments = (told.moments || []).map((m) => this.moment(m));
    if (told.dark && moments.length) moments[moments.length - 1].dark = this.dark = told.dark;
    this.hear({ moments, waits: told.waits, over: this.ended(told.waits) });
  }
  call(name, args = {}) {
    if (this.socket.readyState !== 1) return Promise.resolve({ error: t("Disconnected; connecting again …") });
    this.number += 1;
    this.socket.send(JSON.stringify({ id: this.number, call: name, args }));
    return new Promise((answered) => this.asked.set(this.number, answered));
  }
  ended(waits) { return !!(waits && waits.over); }
  async ask(question) { // a question of the page
    if (question.ask === "seat") {
      const result = await this.call(question.call, question.args);
      if (!result || result.error) return { error: result ? result.error : t("No answer.") };
      return { result, moments: [], waits: result.waits, over: result.waits ? this.ended(result.waits) : undefined };
    }
    if (question.ask === "range") {
      const laid = await this.call("overlay", { reach: question.who });
      return laid.error ? laid : { range: laid.reach.map(([x, y, tier, stop]) => [x, y, "", stop, tier]) };
    }
    if (question.ask === "card") return this.call("card", { who: question.who });
    return { error: t("The server decides this.") };
  }
  // --- the server's facts as the page draws them
  staged(state) {
    const b = state.board, names = [...new Set([...(this.sides || []), ...state.creatures.map((one) => one.side)])];
    this.sides = names; this.floors = b.rows.map((row) => row.map((k) => b.tiles[k].floor || 0));
    this.figures = new Map(state.creatures.map((one) => [one.name, one])); this.scenery = scenery(state.title, b);
    const named = LOOKS.named, free = (all, used) => all.filter((one) => !names.some((name) => used[name] === one));
    const given = (all, used, others) => (name) => used[name] || all[others.indexOf(name) % all.length];
    const colour = given(free(LOOKS.sides, named), named, names.filter((name) => !named[name]));
    const shape = given(free(LOOKS.shapes, LOOKS.shaped), LOOKS.shaped, names.filter((name) => !LOOKS.shaped[name]));
    const board = { width: b.width, height: b.height, rows: b.rows, kinds: b.tiles.map((t) => this.kind(t)),
                    edges: b.edges.map((e) => [...e.between[0].slice(0, 2), ...e.between[1].slice(0, 2), e.kind !== "obstacle", e.kind]) };
    this.stage = { title: state.title, ruleset: state.ruleset, unit: "squares", board, look: LOOKS.look, dark: state.dark || [],
                   glyphs: LOOKS.glyphs, atlas: LOOKS.atlas, lost: (state.lost || []).map((one) => this.figure(one)), active: state.active, round: state.round,
                   sides: names.map((name) => ({ name, colour: colour(name), shape: shape(name) })), start: state.creatures.map((one) => this.figure(one)) };
    return this.stage;
  }
  kind(tile) { // as `tile_look` of the engine has it
    const look = LOOKS.look, ground = tile.ground, floor = tile.floor || 0, water = tile.water || 0, top = floor + water;
    const solid = ground === "dirt" || ground === "stone", blocked = solid || ground === "wall" || ground === "pillar";
    const kind = { colour: look[ground] || look.floor, pattern: solid ? "earth" : ground === "floor" ? "plain" : ground };
    if (water && !solid && ground !== "wall") kind.colour = mix(look.water, look.pit, Math.min(.12 * (water - 1), .5));
    else if (ground === "floor" || ground === "pillar") {
      if (tile.terrain === "difficult") kind.colour = mix(look.floor, look.stone, .35); else if (tile.terrain === "impeded") kind.colour = mix(look.floor, look.dirt, .55);
      kind.colour = lighter(kind.colour, floor > 0 ? Math.min(.09 * floor, .6) : -Math.min(.11 * -floor, .6));
    }
    if (top && !blocked) kind.top = top;
    if (!solid && ground !== "pit") {
      kind.art = ground === "wall" ? `wall/${this.scenery}` : water ? `ground/${water >= LOOKS.deep ? "deep" : "shallow"}` : tile.damage ? "ground/lava" : `ground/${this.scenery}`;
      if (ground === "pillar") kind.standing = `pillar/${this.scenery}`;
    }
    if (floor) kind.light = Math.max(Math.min(14 * floor, 84), 0) || -Math.min(28 * -floor, 150);
    if (tile.light) kind.shade = tile.light === "dark" ? "dark" : "dim";
    if (blocked) return kind;
    const sign = { rubble: tile.terrain === "difficult", growth: tile.terrain === "impeded", ramp: tile.ramp, obstacle: tile.obstacle,
                   danger: tile.hazard && ground !== "pit" || tile.damage }, signs = Object.keys(sign).filter((name) => sign[name]);
    if (signs.length) kind.signs = signs;
    if (tile.width && tile.width < 5) kind.narrow = (1 - tile.width / 5) / 2;
    if (tile.damage) kind.damage = tile.damage;
    const signed = (number) => (number > 0 ? "+" : "-") + Math.abs(number);
    const figures = water ? `≈${water}` + (top ? " " + signed(top) : "") : floor ? signed(floor) : "";
    return figures ? { ...kind, figures } : kind;
  }
  figure(one) {
    const [x0, y0, z, x1, y1] = one.box, floor = (this.floors[y0] || [])[x0] || 0;
    const shown = { name: one.name, side: one.side, box: [x0, y0, x1, y1], lift: z - floor, room: one.room, conditions: one.conditions, role: one.art };
    if (one.art && !one.thing) shown.art = pictured(one.name, one.art);
    const badges = one.conditions.filter((name) => name !== "dead").map((name) => LOOKS.badges[name] || name[0].toUpperCase());
    if (badges.length) shown.badges = badges;
    if (one.hp !== null && one.hp !== undefined) { shown.hp = one.hp; shown.full = one.full; }
    if (x1 - x0 + 1 !== one.squares || y1 - y0 + 1 !== one.squares) shown.whole = [one.at[0], one.at[1], one.squares]; // drawn in
    if (one.out) shown.out = true;
    if (one.thing) shown.thing = true;
    return shown;
  }
  moment(told) {
    const event = told.event, moment = { event: event.event };
    this.next = Math.max(this.next, event.seq + 1);
    if (told.line) moment.lines = [{ text: told.line, kind: "plain", depth: 1, rules: event.rules || [] }];
    if (event.event === "struck") moment.strike = [event.by, event.target, event.hit];
    if (told.changed) { for (const one of told.changed) this.figures.set(one.name, one); moment.changed = told.changed.map((one) => this.figure(one)); }
    if (told.gone) { for (const name of told.gone) this.figures.delete(name); moment.gone = told.gone; moment.unseen = event.event !== "left"; }
    if (event.event === "turn-started") { moment.active = event.actor; moment.round = event.round; }
    if (event.event === "turn-ended") moment.active = null;
    if (event.event === "changed") this.call("look").then((found) => { if (found.state) this.hear({ moments: [{ event: "look", board: this.staged(found.state).board }] }); });
    return moment;
  }
  caughtUp(opened) { // what was missed while the connection was cut off, at once
    const before = this.figures, stage = this.staged(opened.stage), last = (opened.events || []).at(-1);
    if (last) this.next = last.seq + 1;
    const lines = (opened.lines || []).filter(Boolean).map((text) => ({ text, kind: "plain", depth: 1, rules: [] }));
    const gone = [...before.keys()].filter((name) => !this.figures.has(name));
    const caught = { event: "caught-up", lines, changed: stage.start, gone, unseen: true, active: stage.active, board: stage.board, dark: stage.dark };
    return { moments: [caught], waits: opened.waits, over: this.ended(opened.waits) };
  }
}
function crc32(text) { // as `zlib.crc32` of Python
  let found = -1;
  for (const byte of new TextEncoder().encode(text)) { found ^= byte; for (let bit = 0; bit < 8; bit++) found = found >>> 1 ^ (found & 1 && 0xedb88320); }
  return ~found >>> 0;
}
function pictured(name, role) { // as `figure_named` of the engine
  const chance = crc32(name), word = name.toLowerCase().split(/[\s_-]+/).find((one) => Object.hasOwn(LOOKS.called, one));
  if (word) { const [figure, variant] = LOOKS.called[word].split("/"); return [`figure/${figure}`, variant ? +variant : chance]; }
  const figures = LOOKS.roles[role];
  return [`figure/${figures[chance % figures.length]}`, Math.floor(chance / figures.length)];
}
function scenery(title, board) { // as `scenery_of` of the engine
  const word = title.toLowerCase().split(/[\s']+/).find((one) => Object.hasOwn(LOOKS.scenery, one)), all = board.rows.flat();
  if (word) return LOOKS.scenery[word];
  return all.filter((k) => board.tiles[k].ground === "wall").length > LOOKS.walled * all.length ? "dungeon" : "meadow";
}
