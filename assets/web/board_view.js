"use strict";
// --- the language: texts are English here, `words` holds the page's language by the English text
const words = {};
function t(text, values = {}) { return (words[text] || text).replace(/\{(\w+)\}/g, (all, name) => name in values ? values[name] : all); }
function translated(root, language, known) {
  Object.assign(words, known);
  root.lang = language;
  const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    const node = nodes.currentNode, text = node.data.trim();
    if (words[text] && !/^(SCRIPT|STYLE)$/.test(node.parentNode.tagName)) node.data = node.data.replace(text, words[text]);
  }
  for (const name of ["title", "aria-label", "placeholder"]) {
    for (const one of root.querySelectorAll(`[${name}]`)) one.setAttribute(name, t(one.getAttribute(name)));
  }
}

// A board and its creatures on a canvas. The page of a recorded battle and the page that plays battles share it.
// `data` is what `fivefoot.play.replay.web_page.content` makes: board, sides, look.

// A state is what there is to see at one moment; states share what has not changed, so that scrubbing is a look-up.
function begun(data) { return { figures: new Map(data.start.map((f) => [f.name, f])), active: null, round: 0, board: data.board,
  dark: data.dark, lost: new Map((data.lost || []).map((f) => [f.name, f])) }; }
function copied(state) { return { ...state, figures: new Map(state.figures) }; }
function after(last, moment) { return changed(moment.changed || moment.gone ? copied(last) : { ...last }, moment); }
function changed(state, moment) {
  for (const f of moment.changed || []) state.figures.set(f.name, f);
  for (const name of moment.gone || []) {
    if (moment.unseen && state.figures.has(name)) { state.lost = new Map(state.lost || []); state.lost.set(name, state.figures.get(name)); }
    state.figures.delete(name);
  }
  if (moment.ground) {
    const [x, y, k, kind] = moment.ground, board = state.board, kinds = board.kinds.slice(), rows = board.rows.slice();
    kinds[k] = kind; rows[y] = rows[y].slice(); rows[y][x] = k; state.board = { ...board, kinds, rows };
  }
  if (moment.edges) state.board = { ...state.board, edges: moment.edges };
  if (moment.board) state.board = moment.board;
  if (moment.dark) state.dark = moment.dark;
  for (const f of moment.changed || []) if (state.lost && state.lost.has(f.name)) { state.lost = new Map(state.lost); state.lost.delete(f.name); }
  if ("active" in moment) state.active = moment.active;
  if ("round" in moment) state.round = moment.round;
  return state;
}
const MOST_KEPT = 400000; // creatures in all the states that are kept
class States { // the states of a battle by number: of a long one of many some are kept, the others made from the last kept
  constructor(data, most = MOST_KEPT) { // `count`: the moments to come, where they are pushed
    const state = copied(begun(data));
    this.spacing = Math.max(1, Math.ceil(((data.count || data.moments.length) + 1) * data.start.length / most));
    this.moments = []; this.kept = [state]; this.near = { number: 0, state };
    for (const moment of data.moments) this.push(moment);
  }
  push(moment) {
    const state = after(this.at(this.moments.length), moment);
    this.moments.push(moment);
    if (this.moments.length % this.spacing === 0) this.kept.push(state);
    this.near = { number: this.moments.length, state };
  }
  at(number) {
    const place = Math.floor(number / this.spacing), start = place * this.spacing, near = this.near;
    if (near.number === number) return near.state;
    const from = near.number < number && near.number >= start ? near : { number: start, state: this.kept[place] };
    const state = from.number === number ? from.state : copied(from.state);
    for (let i = from.number; i < number; i++) changed(state, this.moments[i]);
    this.near = { number, state };
    return state;
  }
}
class BoardView {
  constructor(canvas, data) {
    this.canvas = canvas; this.pen = canvas.getContext("2d");
    this.zoom = 32; this.ox = 0; this.oy = 0;
    this.hand = null; // where the pointer is: [x, y] on the canvas
    this.state = { figures: new Map(), active: null, round: 0 };
    this.from = null; // where creatures come from, and how far they have got: { figures, share }
    this.notes = []; // words that rise from a creature: { who, words, ink, born }, and strikes: { by, who, born }
    this.marks = {}; // reach: [[x, y, cost, can stop]], path: [[x, y, cost]], cursor: [x, y], chosen: name
    this.show(data);
  }
  show(data) {
    this.data = data;
    this.colours = new Map(data.sides.map((s) => [s.name, s.colour]));
    this.shapes = new Map(data.sides.map((s, i) => [s.name, s.shape || ["circle", "square", "diamond"][i % 3]]));
    this.paintGround(data.board);
  }
  dress(sheet) { this.sheet = sheet; this.paintGround(this.painted); this.draw(); } // once the atlas of pictures is there
  art(pen, name, variant, x, y, size) { // a picture of the atlas; false where there is none
    const atlas = this.sheet && this.data.atlas, numbers = atlas && atlas.places[name];
    if (!numbers) return false;
    const at = numbers[variant % numbers.length], side = atlas.side;
    pen.drawImage(this.sheet, at % atlas.across * side, Math.floor(at / atlas.across) * side, side, side, x, y, size, size);
    return true;
  }
  paintGround(b) {
    const look = this.data.look, most = Math.floor(4096 / Math.max(b.width, b.height));
    const q = this.sheet && most >= 32 ? Math.min(64, 32 * Math.floor(most / 32)) : Math.max(8, Math.min(48, most));
    this.painted = b;
    const ground = this.ground = document.createElement("canvas");
    ground.width = b.width * q; ground.height = b.height * q;
    const g = ground.getContext("2d");
    g.imageSmoothingEnabled = false; // pixels stay square
    const at = (x, y) => { const k = b.rows[y] && b.rows[y][x]; return k === undefined ? null : b.kinds[k]; };
    const high = (x, y) => { const kind = at(x, y); return !kind || /^(wall|pillar)$/.test(kind.pattern) ? null : kind.pattern === "earth" ? 99 : kind.top || 0; };
    const ramp = (x, y) => ((at(x, y) || {}).signs || []).includes("ramp");
    b.rows.forEach((row, y) => row.forEach((k, x) => this.paintTile(g, b.kinds[k], x * q, y * q, q, x * 7 + y * 13 + x * y)));
    b.rows.forEach((row, y) => row.forEach((k, x) => { // shade below a drop
      const here = high(x, y); if (here === null) return;
      for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
        const there = high(x + dx, y + dy); if (there === null || there <= here || ramp(x, y) || ramp(x + dx, y + dy)) continue;
        const t = Math.max(1, Math.floor(q / 12)) * Math.min(there - here, 3);
        g.fillStyle = look.pit || "#000"; g.fillRect(x * q + (dx > 0 ? q - t : 0), y * q + (dy > 0 ? q - t : 0), dx ? t : q, dy ? t : q);
      }
    }));
    for (const [ax, ay, bx, by, wall, kind] of b.edges) {
      const across = bx > ax, thick = Math.max(2, q / 8), x = bx * q, y = by * q, walled = wall && kind !== "curtain";
      const pieces = kind === "grating" ? 6 : walled || kind === "curtain" ? 1 : 3, wide = kind === "curtain" ? Math.max(1, thick / 3) : thick;
      g.fillStyle = walled ? look.wall : look.wood; g.strokeStyle = lighter(walled ? look.wall : look.wood, walled ? .4 : -.5); g.lineWidth = 1;
      for (let n = 0; n < pieces; n++) {
        const from = pieces > 1 ? (n + .25) * q / pieces : 0, long = pieces > 1 ? .6 * q / pieces : q;
        const shape = across ? [x - wide / 2, y + from, wide, long] : [x + from, y - wide / 2, long, wide];
        g.fillRect(...shape); g.strokeRect(shape[0] + .5, shape[1] + .5, shape[2] - 1, shape[3] - 1);
      }
    }
    // Wide ground of one height says so at its rim and here and there.
    b.rows.forEach((row, y) => row.forEach((k, x) => {
      const kind = b.kinds[k]; if (!kind.figures && !kind.damage) return;
      const rims = [[x - 1, y], [x, y - 1]].map(([i, j]) => (at(i, j) || {}).figures !== kind.figures || !at(i, j));
      const told = kind.damage || x % 3 === 1 && y % 3 === 1 || (/water|pit/.test(kind.pattern) ? rims[0] && rims[1] : rims[0] || rims[1]);
      if (told && kind.figures && q >= 14) written(g, kind.figures, x * q + q / 12, y * q + q / 24, Math.max(8, q / 4), "left", "top");
      if (kind.damage && q >= 20) written(g, kind.damage, x * q + q / 2, y * q + q, Math.max(8, q / 4), "center", "bottom", "#fff4dc");
    }));
  }
  paintTile(g, kind, x, y, q, salt) { // by the looks of `fivefoot.play.replay.looks`, as the window paints them
    const look = this.data.look, signs = kind.signs || [];
    const stone = look.stone || "#62646a", dirt = look.dirt || "#684c32", threat = look.threat || look.warning;
    const rnd = (n) => { const v = Math.sin(salt * 12.9898 + n * 78.233) * 43758.5453; return v - Math.floor(v); };
    const line = (colour, wide, ...spots) => { g.strokeStyle = colour; g.lineWidth = wide; g.beginPath(); spots.forEach(([i, j], n) => g[n ? "lineTo" : "moveTo"](x + i * q, y + j * q)); g.stroke(); };
    const thin = Math.max(1, q / 24);
    g.save(); g.beginPath(); g.rect(x, y, q, q); g.clip();
    g.fillStyle = kind.colour; g.fillRect(x, y, q, q);
    const drawn = kind.art && this.art(g, kind.art, salt % 4, x, y, q);
    if (drawn) {
      const light = kind.light || 0, way = light > 0 ? ["lighter", light] : ["multiply", 255 + light];
      if (light) { g.globalCompositeOperation = way[0]; g.fillStyle = `rgb(${way[1]} ${way[1]} ${way[1]})`; g.fillRect(x, y, q, q); g.globalCompositeOperation = "source-over"; }
      if (kind.standing) this.art(g, kind.standing, salt % 4, x, y, q);
    } else switch (kind.pattern) {
      case "wall":
        for (let r = 0; r < 3; r++) {
          g.fillStyle = lighter(look.wall, .08); g.fillRect(x, y + r * q / 3, q, q / 3);
          line(lighter(look.wall, -.35), thin, [r % 2 / 2, (r + 1) / 3], [r % 2 / 2, r / 3], [0, r / 3], [1, r / 3]);
        }
        break;
      case "pillar":
        for (const [colour, i, j, r] of [[lighter(look.wall, -.3), .52, .54, .4], [look.wall, .5, .5, .4], [lighter(look.wall, .25), .4, .4, .16]]) {
          g.fillStyle = colour; g.beginPath(); g.arc(x + q * i, y + q * j, q * r, 0, 7); g.fill();
        }
        break;
      case "water":
        for (let r = 1; r < 4; r++) { const s = rnd(r) / 2; line(lighter(look.water || kind.colour, .35), thin, ...[0, 1, 2, 3, 4].map((n) => [s + n / 10, r / 4 + (n % 2 ? 1 : -1) / 24])); }
        break;
      case "pit":
        for (let n = 0; n < 6; n++) { const i = rnd(n), j = rnd(n + 9); line("#ffffff22", 1, [i, j], [i, j + .15 + rnd(n + 21) / 3]); }
        break;
      case "earth":
        for (let n = 0; n < 7; n++) {
          const i = rnd(n), j = rnd(n + 9), turn = rnd(n + 21) < .5 ? -.125 : .125;
          if (kind.colour !== dirt) line(lighter(kind.colour, -.3), thin, [i, j], [i + .25, j + turn]);
          else { g.fillStyle = lighter(kind.colour, -.25); g.beginPath(); g.arc(x + i * q, y + j * q, Math.max(1, q / 14), 0, 7); g.fill(); }
        }
    }
    if (signs.includes("rubble")) for (let n = 0; n < 5; n++) {
      const i = rnd(n) * .85, j = rnd(n + 9) * .85, r = .1 + rnd(n + 21) * .1, spots = [[i, j + r], [i + r / 2, j], [i + r, j + r * .67], [i + r * .67, j + r], [i, j + r]];
      line(lighter(stone, -.55), thin, ...spots); g.fillStyle = lighter(stone, -.15); g.fill();
    }
    if (signs.includes("growth") && !(drawn && this.art(g, "growth/thorns", 0, x, y, q))) for (let n = 0; n < 4; n++) {
      const i = rnd(n), j = rnd(n + 5);
      for (const way of [1, -1]) line(lighter(dirt, -.4), thin, [i - .2, j - .2 * way], [i + .2, j + .2 * way]);
    }
    if (signs.includes("ramp")) for (let n = 1; n < 5; n++) line(look.wood, thin, [1 / 8, n / 5], [7 / 8, n / 5]);
    if (kind.narrow) { g.fillStyle = look.wall; g.fillRect(x, y, q * kind.narrow, q); g.fillRect(x + q * (1 - kind.narrow), y, q * kind.narrow, q); }
    if (signs.includes("obstacle")) {
      g.fillStyle = lighter(look.wood, -.4); g.fillRect(x + q * .1, y + q * .4 + 2, q * .8, q * .2);
      g.fillStyle = look.wood; g.fillRect(x + q * .1, y + q * .4, q * .8, q * .2);
      for (let n = 1; n < 4; n++) line(lighter(look.wood, -.5), 1, [.1 + n / 5, .4], [.1 + n / 5, .6]);
    }
    if (signs.includes("danger")) { // a hatched rim
      g.save(); g.beginPath(); g.rect(x, y, q, q); g.rect(x + q / 6, y + q / 6, q * 2 / 3, q * 2 / 3); g.clip("evenodd"); g.globalAlpha = .8;
      for (let n = -1; n < 2; n += .2) line(threat, q / 14, [n + 1, 0], [n, 1]);
      g.restore();
    }
    if (kind.shade) {
      g.fillStyle = kind.shade === "dark" ? "#08081882" : "#0808183c"; g.fillRect(x, y, q, q);
      for (let n = .25; n < 2; n += .25) line(kind.shade === "dark" ? "#08081880" : "#08081840", 1, [n, 0], [n - 1, 1]);
    }
    if (!/wall|pillar/.test(kind.pattern)) { g.strokeStyle = drawn ? "#0000002e" : "#0000001c"; g.lineWidth = 1; g.strokeRect(x + .5, y + .5, q, q); }
    g.restore();
  }
  fit() {
    const b = this.data.board, w = this.canvas.clientWidth, least = 40;
    // a narrow page gives the board no more height than it fills, and the log the rest
    this.canvas.parentNode.style.setProperty("--tall", `${Math.ceil(b.height * Math.min(72, Math.max(least, w / b.width)))}px`);
    const h = this.canvas.clientHeight;
    this.zoom = Math.min(w / b.width, h / b.height, 72);
    const small = w < 600 && this.zoom < least; // on a phone figures stay large enough for a finger, and the board is moved
    if (small) this.zoom = Math.min(least, Math.max(h / b.height, this.zoom));
    this.ox = (w - b.width * this.zoom) / 2; this.oy = (h - b.height * this.zoom) / 2;
    this.fitted = true;
    const active = small && this.state.figures.get(this.state.active);
    if (active) this.centre(active);
  }
  centre(f) { // brings a figure into the middle, as far as the board reaches
    const along = (at, size, room) => size <= room ? (room - size) / 2 : Math.min(0, Math.max(room - size, room / 2 - at));
    const { zoom, canvas, data } = this, [x0, y0, x1, y1] = f.box;
    this.ox = along((x0 + x1 + 1) / 2 * zoom, data.board.width * zoom, canvas.clientWidth);
    this.oy = along((y0 + y1 + 1) / 2 * zoom, data.board.height * zoom, canvas.clientHeight);
  }
  sees(f, around = 0) { // with so many squares around it
    const [x0, y0, x1, y1] = [f.box[0] - around, f.box[1] - around, f.box[2] + around, f.box[3] + around], { zoom, ox, oy, canvas } = this;
    return ox + x0 * zoom >= -1 && oy + y0 * zoom >= -1 && ox + (x1 + 1) * zoom <= canvas.clientWidth + 1 && oy + (y1 + 1) * zoom <= canvas.clientHeight + 1;
  }
  zoomAt(x, y, factor) {
    this.fitted = false;
    const old = this.zoom; this.zoom = Math.max(3, Math.min(120, old * factor));
    this.ox = x - (x - this.ox) * this.zoom / old; this.oy = y - (y - this.oy) * this.zoom / old;
    this.draw();
  }
  square(x, y) { return [Math.floor((x - this.ox) / this.zoom), Math.floor((y - this.oy) / this.zoom)]; }
  meant(x, y) { // whose token is under the pointer, where several share a square
    const { zoom, ox, oy, hand, state } = this, small = this.slots(state.figures);
    if (!hand || this.square(...hand).join() !== `${x},${y}`) return undefined;
    const under = (f) => {
      const slot = f.slot || small.get(f.name), rise = this.rise(f);
      if (!slot || f.box[0] !== x || f.box[1] !== y) return false;
      const px = hand[0] - ox - (x + slot[1] / slot[0]) * zoom + rise / 2, py = hand[1] - oy - (y + slot[2] / slot[0]) * zoom + rise, side = zoom / slot[0];
      return px >= 0 && px < side && py >= 0 && py < side;
    };
    return [...state.figures.values()].filter(under).sort((a, b) => (b.lift || 0) - (a.lift || 0))[0];
  }
  at(x, y) { return this.meant(x, y) || [...this.state.figures.values()].reverse().find((f) => f.box[0] <= x && x <= f.box[2] && f.box[1] <= y && y <= f.box[3]); }
  slots(figures) {
    const at = new Map(), placed = new Map();
    for (const f of figures.values()) if (f.room < 5) { const key = f.box.slice(0, 2).join(); at.set(key, [...(at.get(key) || []), f.name]); }
    for (const names of at.values()) { const n = Math.max(2, Math.ceil(Math.sqrt(names.length))); names.forEach((name, i) => placed.set(name, [n, i % n, Math.floor(i / n)])); }
    return placed;
  }
  draw() {
    const { canvas, pen, data, zoom, ox, oy, state } = this;
    const ratio = window.devicePixelRatio || 1, w = canvas.clientWidth, h = canvas.clientHeight;
    if (canvas.width !== Math.round(w * ratio) || canvas.height !== Math.round(h * ratio)) { canvas.width = Math.round(w * ratio); canvas.height = Math.round(h * ratio); }
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.fillStyle = data.look.page; pen.fillRect(0, 0, w, h);
    if (state.board && state.board !== this.painted) this.paintGround(state.board);
    pen.imageSmoothingEnabled = zoom < 40;
    pen.drawImage(this.ground, ox, oy, data.board.width * zoom, data.board.height * zoom);
    this.under();
    const small = this.slots(state.figures);
    const listed = [...state.figures.values()].sort((a, b) => (b.out || 0) - (a.out || 0) || (b.thing || 0) - (a.thing || 0) || a.lift - b.lift || (b.box[2] - b.box[0]) - (a.box[2] - a.box[0]));
    for (const f of listed) this.token(f, f.slot || small.get(f.name));
    this.fog();
    this.over();
    this.aimed();
    this.told();
  }
  fog() { // squares out of sight, and where others were seen last
    const { pen, zoom, ox, oy, data, state } = this;
    pen.fillStyle = data.look.page + "96";
    (state.dark || []).forEach((row, y) => { for (let x = 0; x < row.length; x++) if (row[x] === "1") pen.fillRect(ox + x * zoom, oy + y * zoom, zoom, zoom); });
    for (const f of (state.lost || new Map()).values()) {
      const [x0, y0, x1, y1] = f.box, px = ox + (x0 + .1) * zoom, py = oy + (y0 + .1) * zoom;
      pen.strokeStyle = pen.fillStyle = data.look.faint; pen.lineWidth = 2; pen.setLineDash([3, 3]);
      pen.strokeRect(px, py, (x1 - x0 + .8) * zoom, (y1 - y0 + .8) * zoom); pen.setLineDash([]);
      pen.font = `bold ${Math.max(8, zoom * .35)}px sans-serif`; pen.textAlign = "center"; pen.textBaseline = "middle";
      pen.fillText(`${f.name.slice(0, 3)}?`, ox + (x0 + x1 + 1) / 2 * zoom, oy + (y0 + y1 + 1) / 2 * zoom);
    }
  }
  under() {
    const { pen, zoom, ox, oy, marks, data } = this;
    for (const [x, y, , stop, tier] of marks.reach || []) {
      pen.fillStyle = !stop ? "#4aa3ff26" : tier ? "#4aa3ff33" : "#4aa3ff59"; pen.fillRect(ox + x * zoom, oy + y * zoom, zoom, zoom);
    }
    for (const [x, y] of marks.threat || []) { pen.fillStyle = "#ff5a464d"; pen.fillRect(ox + x * zoom, oy + y * zoom, zoom, zoom); }
    for (const [x, y] of marks.goals || []) written(pen, "⚑", ox + (x + .06) * zoom, oy + (y + .04) * zoom, Math.max(9, zoom * .34), "left", "top", data.look.accent);
    for (const [x, y] of this.lit || []) { pen.strokeStyle = data.look.accent; pen.lineWidth = 3; pen.strokeRect(ox + x * zoom + 2, oy + y * zoom + 2, zoom - 4, zoom - 4); }
    for (const [x, y] of marks.area || []) { pen.fillStyle = "#ff8a4080"; pen.fillRect(ox + x * zoom, oy + y * zoom, zoom, zoom); }
    if (zoom >= 22) for (const [x, y, cost] of marks.reach || []) {
      if (!cost) continue;
      pen.font = `${Math.max(8, zoom * .24)}px sans-serif`; pen.textAlign = "right"; pen.textBaseline = "bottom";
      pen.fillStyle = "#fff"; pen.strokeStyle = "#000a"; pen.lineWidth = 2.5;
      pen.strokeText(cost, ox + (x + .94) * zoom, oy + (y + .96) * zoom); pen.fillText(cost, ox + (x + .94) * zoom, oy + (y + .96) * zoom);
    }
    const path = marks.path || [];
    if (path.length > 1) {
      pen.strokeStyle = data.look.accent; pen.lineWidth = Math.max(2, zoom / 9); pen.lineJoin = "round"; pen.beginPath();
      path.forEach(([x, y], i) => pen[i ? "lineTo" : "moveTo"](ox + (x + .5) * zoom, oy + (y + .5) * zoom)); pen.stroke();
    }
    for (const pushed of marks.pushed || []) { // an arrow for those who are moved by others
      const spots = pushed.map(([x, y]) => [ox + (x + .5) * zoom, oy + (y + .5) * zoom]), [[i, j], [x, y]] = spots.slice(-2), turn = Math.atan2(y - j, x - i), r = Math.max(5, zoom / 5);
      pen.strokeStyle = pen.fillStyle = data.look.warning; pen.lineWidth = Math.max(2, zoom / 12); pen.beginPath();
      spots.forEach(([a, b], n) => pen[n ? "lineTo" : "moveTo"](a, b)); pen.stroke(); pen.beginPath(); pen.moveTo(x, y);
      for (const side of [2.6, -2.6]) pen.lineTo(x + r * Math.cos(turn + side), y + r * Math.sin(turn + side));
      pen.closePath(); pen.fill();
    }
  }
  over() {
    const { pen, zoom, ox, oy, marks, data, state } = this;
    const chosen = state.figures.get(marks.chosen), active = state.figures.get(state.active);
    if (chosen) { // corners, as in the window
      const [x0, y0, x1, y1] = chosen.box, r = Math.max(3, zoom / 4), [l, u, w, h] = [ox + x0 * zoom, oy + y0 * zoom, (x1 - x0 + 1) * zoom, (y1 - y0 + 1) * zoom];
      pen.strokeStyle = data.look.accent; pen.lineWidth = Math.max(2, zoom / 16);
      for (const [cx, cy, sx, sy] of [[l, u, 1, 1], [l + w, u, -1, 1], [l, u + h, 1, -1], [l + w, u + h, -1, -1]]) {
        pen.beginPath(); pen.moveTo(cx + sx * r, cy); pen.lineTo(cx, cy); pen.lineTo(cx, cy + sy * r); pen.stroke();
      }
    }
    if (active) { // a pointer above
      const [x0, y0, x1] = active.box, x = ox + (x0 + x1 + 1) / 2 * zoom, y = oy + y0 * zoom - 1 - this.rise(active), r = Math.max(3, zoom / 6);
      pen.fillStyle = data.look.accent; pen.strokeStyle = "#141414"; pen.lineWidth = 1;
      pen.beginPath(); pen.moveTo(x, y); pen.lineTo(x - r, y - r); pen.lineTo(x + r, y - r); pen.closePath(); pen.fill(); pen.stroke();
    }
    if (marks.cursor) { const [x, y] = marks.cursor; pen.lineWidth = 3; pen.setLineDash([4, 3]); pen.strokeStyle = data.look.accent; pen.strokeRect(ox + x * zoom + 1, oy + y * zoom + 1, zoom - 2, zoom - 2); pen.setLineDash([]); }
  }
  happens(moment, before, after) { // what a moment does to creatures, for the eye
    const look = this.data.look, born = performance.now(), add = (note) => this.notes.push({ born, ...note });
    const [by, who, hit] = moment.strike || [];
    if (moment.strike) { add({ by, who }); if (!hit) add({ who, words: t("miss"), ink: look.faint }); }
    for (const f of moment.changed || []) {
      const was = before.get(f.name); if (!was) continue;
      if (f.full && f.hp !== was.hp) add({ who: f.name, words: f.hp < was.hp ? `−${was.hp - f.hp}` : `+${f.hp - was.hp}`, ink: f.hp < was.hp ? look.warning : look.accent });
      if (f.out && !was.out) add({ who: f.name, words: t("down"), ink: look.warning });
    }
  }
  settling(time) { const some = this.notes.length > 0; this.notes = this.notes.filter((note) => time - note.born < (note.by ? 350 : 1100)); return some; }
  told() { // strikes and rising words
    const { pen, zoom, ox, oy, state, notes, data } = this, time = performance.now(), lines = new Map();
    const middle = (f) => [ox + (f.box[0] + f.box[2] + 1) / 2 * zoom, oy + (f.box[1] + f.box[3] + 1) / 2 * zoom];
    for (const note of notes) {
      const f = state.figures.get(note.who), by = state.figures.get(note.by); if (!f) continue;
      const [x, y] = middle(f), gone = Math.max(0, time - note.born);
      if (note.by) {
        if (!by) continue;
        const [i, j] = middle(by), s = Math.min(1, gone / 200);
        pen.strokeStyle = data.look.warning; pen.lineWidth = Math.max(2, zoom / 12); pen.beginPath(); pen.moveTo(i, j); pen.lineTo(i + (x - i) * s, j + (y - j) * s); pen.stroke();
        continue;
      }
      const line = lines.get(note.who) || 0; lines.set(note.who, line + 1);
      pen.globalAlpha = Math.min(1, (1100 - gone) / 300);
      written(pen, note.words, x, y - zoom * (.2 + gone / 2200) + line * zoom * .5, Math.max(14, zoom * .5), "center", "bottom", note.ink);
      pen.globalAlpha = 1;
    }
  }
  aimed() { // whom an act would hit, and its odds
    const { pen, zoom, ox, oy, canvas, marks, data, state } = this, size = Math.max(11, Math.min(15, zoom * .34));
    const middle = ({ box: [x0, y0, x1, y1] }) => [ox + (x0 + x1 + 1) / 2 * zoom, oy + (y0 + y1 + 1) / 2 * zoom], mover = state.figures.get(marks.chosen);
    for (const who of marks.picked || []) {
      const f = state.figures.get(who); if (!f) continue;
      pen.strokeStyle = data.look.accent; pen.lineWidth = 3; pen.strokeRect(ox + f.box[0] * zoom + 1, oy + f.box[1] * zoom + 1, (f.box[2] - f.box[0] + 1) * zoom - 2, (f.box[3] - f.box[1] + 1) * zoom - 2);
    }
    for (const who of marks.provokes || []) { // a dashed line from those who would strike
      const f = state.figures.get(who); if (!f || !mover) continue;
      pen.strokeStyle = data.look.warning; pen.lineWidth = Math.max(2, zoom / 14); pen.setLineDash([6, 5]); pen.beginPath(); pen.moveTo(...middle(f)); pen.lineTo(...middle(mover)); pen.stroke(); pen.setLineDash([]);
    }
    for (const [who, words] of marks.odds || []) {
      const f = state.figures.get(who); if (!f) continue;
      const [x0, y0, x1, y1] = f.box, x = ox + x0 * zoom, y = oy + y0 * zoom, w = (x1 - x0 + 1) * zoom, h = (y1 - y0 + 1) * zoom;
      pen.strokeStyle = data.look.warning; pen.lineWidth = 2; pen.strokeRect(x + 1, y + 1, w - 2, h - 2);
      const parts = words.split(", "); if (!parts[0]) continue;
      pen.font = `bold ${Math.round(size)}px "DejaVu Sans", sans-serif`;
      while (parts.length > 1 && pen.measureText(parts.join(", ")).width > canvas.clientWidth - 14) parts.pop();
      const said = parts.join(", ");
      const wide = pen.measureText(said).width + 10, left = Math.max(2, Math.min(canvas.clientWidth - wide - 2, x + w / 2 - wide / 2)), top = y - size - 8 < 0 ? y + h + 2 : y - size - 8;
      pen.fillStyle = data.look.panel || "#20232c"; pen.fillRect(left, top, wide, size + 6); pen.lineWidth = 1; pen.strokeRect(left + .5, top + .5, wide - 1, size + 5);
      written(pen, said, left + wide / 2, top + size / 2 + 3, size, "center", "middle");
    }
  }
  rise(f) { return f.lift > 0 ? Math.min(2 + f.lift * this.zoom * .1, this.zoom / 3) : 0; }
  rim(f, a, b, corner) { // the outline of a token: its side's shape
    const pen = this.pen, shape = f.thing ? "thing" : f.shape || this.shapes.get(f.side);
    const through = (...spots) => { spots.forEach(([x, y], i) => pen[i ? "lineTo" : "moveTo"](x, y)); pen.closePath(); };
    pen.beginPath();
    if (shape === "thing") pen.rect(-a, -b, 2 * a, 2 * b);
    else if (shape === "square") pen.roundRect ? pen.roundRect(-a, -b, 2 * a, 2 * b, corner) : pen.rect(-a, -b, 2 * a, 2 * b);
    else if (shape === "diamond") through([0, -b], [a, 0], [0, b], [-a, 0]);
    else if (shape === "hexagon") through([-a / 2, -b], [a / 2, -b], [a, 0], [a / 2, b], [-a / 2, b], [-a, 0]);
    else if (shape === "triangle") through([0, -b], [a, b * .8], [-a, b * .8]);
    else if (shape === "cross") through([-a / 2, -b], [a / 2, -b], [a / 2, -b / 2], [a, -b / 2], [a, b / 2], [a / 2, b / 2], [a / 2, b], [-a / 2, b], [-a / 2, b / 2], [-a, b / 2], [-a, -b / 2], [-a / 2, -b / 2]);
    else pen.ellipse(0, 0, a, b, 0, 0, 7);
  }
  token(f, slot) {
    const { pen, zoom, ox, oy, data, state, from } = this;
    let [x0, y0, x1, y1] = f.box, wide = x1 - x0 + 1, high = y1 - y0 + 1;
    const going = from && from.figures.get(f.name) && from.share < 1;
    if (f.whole && !going) { const [i, j, side] = f.whole; pen.strokeStyle = this.colours.get(f.side); pen.lineWidth = 2; pen.setLineDash([5, 5]); pen.strokeRect(ox + i * zoom + 1, oy + j * zoom + 1, side * zoom - 2, side * zoom - 2); pen.setLineDash([]); }
    if (going) {
      const b = from.figures.get(f.name).box, s = from.share * from.share * (3 - 2 * from.share);
      x0 = b[0] + (x0 - b[0]) * s; y0 = b[1] + (y0 - b[1]) * s;
    }
    if (slot) { wide = high = 1 / slot[0]; x0 += slot[1] / slot[0]; y0 += slot[2] / slot[0]; }
    let px = ox + x0 * zoom, py = oy + y0 * zoom; const pw = wide * zoom, ph = high * zoom, r = Math.min(pw, ph), rise = this.rise(f);
    pen.globalAlpha = f.under ? .55 : f.out ? .59 : 1;
    if (rise) { pen.fillStyle = "#0000006e"; pen.beginPath(); pen.ellipse(px + pw / 2, py + ph * .56, pw * .375, ph * .31, 0, 0, 7); pen.fill(); px -= rise / 2; py -= rise; }
    const own = this.colours.get(f.side) || data.look.faint, side = f.out ? mix(own, "#606060", .75) : own, pictured = f.art && this.sheet && r >= 16, prone = f.prone || (f.conditions || []).includes("prone");
    const colour = f.thing ? mix(side, "#786450", .7) : pictured ? mix(side, "#18181c", .45) : side, gap = Math.max(1, Math.floor(r / 12));
    pen.save(); pen.translate(px + pw / 2, py + ph / 2);
    const a = pw / 2 - gap, b = (ph / 2 - gap) * (prone && !f.out && !pictured ? .6 : 1), rim = f.thing ? 1 : Math.max(1.5, r / 14);
    this.rim(f, a, b, r / 8); pen.fillStyle = "#121216"; pen.fill();
    this.rim(f, a - 1, b - 1, r / 8); pen.fillStyle = colour; pen.fill(); pen.lineWidth = rim; pen.strokeStyle = f.thing ? "#121216" : lighter(side, .55); pen.save(); pen.clip(); pen.lineWidth = 2 * rim; pen.stroke(); pen.restore();
    if (pictured) {
      const size = Math.min(pw, ph);
      if (prone || f.out) pen.rotate(Math.PI / 2);
      if (f.out) pen.filter = "grayscale(1)";
      pen.imageSmoothingEnabled = size < 32; this.art(pen, f.art[0], f.art[1], -size / 2, -size / 2, size);
    }
    pen.restore();
    const glyph = !pictured && !f.out && !prone && r >= 30 && (data.glyphs || {})[f.role];
    if (glyph && !f.thing) this.glyph(glyph, px + pw / 2, py + ph / 2 - ph / 7, Math.max(8, Math.min(pw, ph) * .33), colour);
    if (r >= 12) this.named(f, px, py, pw, ph, pictured, glyph, side);
    if (f.out) { pen.strokeStyle = "#1e1414"; pen.lineWidth = Math.max(2, r / 12); pen.beginPath(); pen.moveTo(px + gap, py + gap); pen.lineTo(px + pw - gap, py + ph - gap); pen.moveTo(px + pw - gap, py + gap); pen.lineTo(px + gap, py + ph - gap); pen.stroke(); }
    else if (f.full && r >= 14) {
      const t = Math.max(3, Math.floor(r / 9)), share = Math.max(0, Math.min(1, f.hp / f.full)), [fine, hurt, bad] = data.look.health || ["#5cd696", "#f0c846", "#ff6e46"];
      pen.fillStyle = "#101012"; pen.fillRect(px + 1, py + ph - t - 1, pw - 2, t);
      pen.fillStyle = share > .5 ? fine : share > .25 ? hurt : bad; pen.fillRect(px + 2, py + ph - t, (pw - 4) * share, t - 2);
    }
    const size = Math.max(8, zoom / 4), lift = f.lift > 0 ? `▲${f.lift}` : f.under ? "▼" : "";
    if (lift && zoom >= 16) written(pen, lift, px + pw, py, size, "right", "top");
    let along = px;
    if (zoom >= 20) for (const badge of (f.badges || []).slice(0, Math.max(1, Math.floor(pw / size)))) { written(pen, badge, along, py, size, "left", "top", data.look.accent); along += pen.measureText(badge).width + 2; }
    pen.globalAlpha = 1;
  }
  glyph(strokes, x, y, side, ground) { // the sign of a role
    const pen = this.pen, even = Math.max(1, side / 9), thick = { thin: 1, even, bold: even + 1 };
    pen.fillStyle = pen.strokeStyle = bright(ground) > 120 ? "#18161a" : "#faf6ec";
    for (const [kind, weight, points] of strokes) {
      const spots = points.map(([i, j]) => [x + (i - .5) * side, y + (j - .5) * side]);
      pen.lineWidth = thick[weight]; pen.beginPath();
      if (kind === "dot") { for (const [i, j] of spots) { pen.moveTo(i, j); pen.arc(i, j, weight === "bold" ? Math.max(2 * even, 3) : even, 0, 7); } pen.fill(); continue; }
      spots.forEach(([i, j], n) => pen[n ? "lineTo" : "moveTo"](i, j));
      if (kind !== "line") pen.closePath();
      if (kind === "fill") pen.fill(); else pen.stroke();
    }
  }
  named(f, px, py, pw, ph, pictured, glyph, colour) { // below a picture, in the middle of a plain token
    const pen = this.pen, r = Math.min(pw, ph), label = f.label || f.name.slice(0, f.box[2] > f.box[0] ? 6 : 3), bar = f.full && !f.out ? Math.max(3, r / 9) : 0;
    const least = 8, fit = (words, size) => { do pen.font = `bold ${size}px "DejaVu Sans", sans-serif`; while (pen.measureText(words).width > pw - 4 && --size > least); return size; };
    if (pictured) {
      if (r < 28) return;
      const size = Math.max(least, Math.min(16, ph / 4)), full = fit(f.name, size), words = pen.measureText(f.name).width <= pw - 2 ? f.name : label;
      written(pen, words, px + pw / 2, py + ph - bar, words === f.name ? full : fit(label, size), "center", "bottom");
      return;
    }
    let words = label, size = fit(label, Math.max(7, glyph ? Math.min(ph * .25, pw / 3) : Math.min(ph / 3, pw * .42)));
    if (size <= least) { const number = /\d$/.test(label); size = Math.max(7, r * .6); words = number ? label.slice(-1) : label.slice(0, 1); } // one letter that can be read says more than four
    const light = bright(colour) > 150;
    written(pen, words, px + pw / 2, py + ph / 2 + (glyph ? ph / 6 : 0), size, "center", "middle", light ? "#141418" : "#fff", lighter(colour, light ? .4 : -.5));
  }
}
function parts(colour) { return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16)); }
function mix(a, b, share) { const other = parts(b); return "#" + parts(a).map((one, at) => Math.round(one + (other[at] - one) * share).toString(16).padStart(2, "0")).join(""); }
function lighter(colour, share) { return mix(colour, share > 0 ? "#ffffff" : "#000000", Math.abs(share)); }
function bright(colour) { const [red, green, blue] = parts(colour); return .3 * red + .59 * green + .11 * blue; }
function written(pen, words, x, y, size, align, base, ink = "#faf8f0", rim = "#14141e") { // words with a rim
  pen.font = `bold ${Math.round(size)}px "DejaVu Sans", sans-serif`; pen.textAlign = align; pen.textBaseline = base; pen.lineWidth = 3; pen.lineJoin = "round";
  pen.strokeStyle = rim; pen.strokeText(words, x, y); pen.fillStyle = ink; pen.fillText(words, x, y);
}
