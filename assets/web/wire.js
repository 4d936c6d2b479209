"use strict";
// A seat at `fivefoot serve`, in place of the engine in a worker: the same questions, answered over a WebSocket.
const LOOK = { page: "#16181e", panel: "#21242d", edge: "#3e4352", ink: "#e8e6de", faint: "#9ea0a8", accent: "#ffcd60", warning: "#ff8060",
               wall: "#343640", wood: "#7e5834" };
const GROUNDS = { wall: ["#343640", "wall"], pillar: ["#988f7c", "pillar"], pit: ["#18141a", "pit"], water: ["#346896", "water"],
                  dirt: ["#684c32", "earth"], stone: ["#62646a", "earth"], floor: ["#988f7c", "plain"] };
const SIDES = ["#d6493f", "#3d7fd6", "#4aa564", "#c9982f", "#9a62c4", "#3aa7a7"];
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
        const found = await this.call("open", { ...token, since: this.next });
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
      return laid.error ? laid : { range: laid.reach.map(([x, y, , stop]) => [x, y, "", stop]) };
    }
    return { error: t("The server decides this.") };
  }
  // --- the server's facts as the page draws them
  staged(state) {
    const b = state.board, names = [...new Set([...(this.sides || []), ...state.creatures.map((one) => one.side)])];
    this.sides = names; this.floors = b.rows.map((row) => row.map((k) => b.tiles[k].floor || 0));
    this.figures = new Map(state.creatures.map((one) => [one.name, one]));
    const board = { width: b.width, height: b.height, rows: b.rows, kinds: b.tiles.map((t) => this.kind(t)),
                    edges: b.edges.map((e) => [...e.between[0].slice(0, 2), ...e.between[1].slice(0, 2), e.kind !== "obstacle", e.kind]) };
    this.stage = { title: state.title, ruleset: state.ruleset, unit: "squares", board, look: LOOK, dark: state.dark || [],
                   lost: (state.lost || []).map((one) => this.figure(one)), active: state.active, round: state.round,
                   sides: names.map((name, i) => ({ name, colour: { red: SIDES[0], blue: SIDES[1] }[name] || SIDES[(i + 2) % SIDES.length] })),
                   start: state.creatures.map((one) => this.figure(one)) };
    return this.stage;
  }
  kind(tile) { // as `tile_look` of the engine has it
    const [colour, pattern] = GROUNDS[tile.ground] || GROUNDS.floor, kind = { colour, pattern, signs: [] };
    const feet = !/^(earth|wall|pillar)$/.test(pattern), floor = tile.floor || 0, water = tile.water || 0, top = floor + water;
    if (!feet) return kind;
    if (floor && pattern === "plain") kind.colour = lighter(colour, floor > 0 ? Math.min(.09 * floor, .6) : Math.max(.11 * floor, -.6));
    if (tile.terrain === "difficult") kind.signs.push("rubble"); else if (tile.terrain === "impeded") kind.signs.push("growth");
    if (tile.ramp) kind.signs.push("ramp");
    if (tile.obstacle) kind.signs.push("obstacle");
    if (tile.hazard && pattern !== "pit" || tile.damage) kind.signs.push("danger");
    if (tile.width) kind.narrow = (1 - tile.width / 5) / 2;
    if (tile.light) kind.shade = tile.light === "dark" ? "dark" : "dim";
    kind.top = top; kind.damage = tile.damage;
    const signed = (number) => (number > 0 ? "+" : "-") + Math.abs(number);
    kind.figures = water ? `≈${water}` + (top ? " " + signed(top) : "") : floor ? signed(floor) : "";
    return kind;
  }
  figure(one) {
    const [x0, y0, z, x1, y1] = one.box, floor = (this.floors[y0] || [])[x0] || 0;
    const shown = { name: one.name, side: one.side, box: [x0, y0, x1, y1], lift: z - floor, room: one.room, conditions: one.conditions };
    if (one.hp !== null && one.hp !== undefined) { shown.hp = one.hp; shown.full = one.full; }
    if (one.out) shown.out = true;
    if (one.thing) shown.thing = true;
    return shown;
  }
  moment(told) {
    const event = told.event, moment = { event: event.event };
    this.next = Math.max(this.next, event.seq + 1);
    if (told.line) moment.lines = [{ text: told.line, kind: "plain", depth: 1, rules: event.rules || [] }];
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
