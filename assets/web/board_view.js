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
  constructor(data, most = MOST_KEPT) {
    const moments = this.moments = data.moments, state = copied(begun(data));
    this.spacing = Math.max(1, Math.ceil((moments.length + 1) * data.start.length / most));
    this.kept = [copied(state)]; this.near = { number: 0, state: this.kept[0] };
    moments.forEach((moment, i) => { changed(state, moment); if ((i + 1) % this.spacing === 0) this.kept.push(copied(state)); });
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
    this.state = { figures: new Map(), active: null, round: 0 };
    this.from = null; // where creatures come from, and how far they have got: { figures, share }
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
    const high = (x, y) => { const k = b.rows[y] && b.rows[y][x]; return k === undefined || b.kinds[k].pattern === "wall" ? null : b.kinds[k].floor || 0; };
    b.rows.forEach((row, y) => row.forEach((k, x) => this.paintTile(g, b.kinds[k], x * q, y * q, q, x * 7 + y * 13)));
    // Shade below a drop.
    b.rows.forEach((row, y) => row.forEach((k, x) => {
      const here = high(x, y); if (here === null) return;
      for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
        const there = high(x + dx, y + dy); if (there === null || there <= here) continue;
        const t = Math.max(1, q / 12) * Math.min(there - here, 3);
        g.fillStyle = "#000000a0"; g.fillRect(x * q + (dx > 0 ? q - t : 0), y * q + (dy > 0 ? q - t : 0), dx ? t : q, dy ? t : q);
      }
    }));
    // Wide ground of one height says so at its rim and here and there.
    if (q >= 14) b.rows.forEach((row, y) => row.forEach((k, x) => {
      const kind = b.kinds[k], pit = kind.pattern === "pit"; if (!kind.floor) return;
      const rims = [high(x - 1, y) !== high(x, y), high(x, y - 1) !== high(x, y)];
      if (!(pit ? rims[0] && rims[1] : rims[0] || rims[1]) && !(x % 3 === 1 && y % 3 === 1)) return;
      g.font = `bold ${Math.round(q / 4)}px sans-serif`; g.fillStyle = pit ? "#fffc" : "#000b";
      g.fillText((kind.floor > 0 ? "+" : "−") + Math.abs(kind.floor), x * q + q * .1, y * q + q * .32);
    }));
    for (const [ax, ay, bx, by, wall, kind] of b.edges) {
      g.strokeStyle = wall ? look.wall : look.wood; g.lineWidth = Math.max(2, kind === "curtain" ? q / 14 : q / 7);
      g.setLineDash(kind === "grating" ? [q / 12, q / 12] : wall || kind === "curtain" ? [] : [q / 5, q / 6]); g.beginPath();
      if (bx > ax) { g.moveTo(bx * q, by * q); g.lineTo(bx * q, by * q + q); } else { g.moveTo(bx * q, by * q); g.lineTo(bx * q + q, by * q); }
      g.stroke(); g.setLineDash([]);
    }
  }
  paintTile(g, kind, x, y, q, salt) {
    g.save(); g.beginPath(); g.rect(x, y, q, q); g.clip();
    g.fillStyle = kind.colour; g.fillRect(x, y, q, q);
    const drawn = kind.art && this.art(g, kind.art, salt % 4, x, y, q);
    if (drawn) {
      const light = kind.light || 0, way = light > 0 ? ["lighter", light] : ["multiply", 255 + light];
      if (light) { g.globalCompositeOperation = way[0]; g.fillStyle = `rgb(${way[1]} ${way[1]} ${way[1]})`; g.fillRect(x, y, q, q); g.globalCompositeOperation = "source-over"; }
      if (kind.standing) this.art(g, kind.standing, salt % 4, x, y, q);
      if (kind.shade) { g.fillStyle = kind.shade === "dark" ? "#080818a0" : "#08081840"; g.fillRect(x, y, q, q); }
    }
    g.strokeStyle = drawn ? "#0000002e" : "#0000001c"; g.lineWidth = 1; g.strokeRect(x + .5, y + .5, q, q);
    if (kind.narrow) { g.fillStyle = this.data.look.wall; g.fillRect(x, y, q * kind.narrow, q); g.fillRect(x + q * (1 - kind.narrow), y, q * kind.narrow, q); }
    const rnd = (n) => { const v = Math.sin(salt * 12.9898 + n * 78.233) * 43758.5453; return v - Math.floor(v); };
    g.lineWidth = Math.max(1, q / 24);
    if (drawn && /^(wall|pillar|water|earth)$/.test(kind.pattern)) { /* the picture says it */
    } else if (kind.pattern === "wall") {
      g.strokeStyle = "#0008";
      for (let r = 0; r < 3; r++) { g.strokeRect(x + (r % 2 ? -q / 2 : 0), y + r * q / 3, q, q / 3); }
    } else if (kind.pattern === "pillar") { g.fillStyle = this.data.look.wall; g.beginPath(); g.arc(x + q / 2, y + q / 2, q * .4, 0, 7); g.fill();
    } else if (kind.pattern === "water") {
      g.strokeStyle = "#ffffff55";
      for (let r = 1; r < 4; r++) { g.beginPath(); const s = x + rnd(r) * q * .5; g.moveTo(s, y + r * q / 4); g.quadraticCurveTo(s + q * .12, y + r * q / 4 - q * .1, s + q * .24, y + r * q / 4); g.quadraticCurveTo(s + q * .36, y + r * q / 4 + q * .1, s + q * .48, y + r * q / 4); g.stroke(); }
    } else if (kind.pattern === "rubble" || kind.pattern === "earth") {
      // Stones on rubble, clods in earth: little three- and four-cornered shapes.
      for (let n = 0; n < 5; n++) {
        const s = q * (.07 + rnd(n) * .07), cx = x + q * .14 + rnd(n + 9) * q * .72, cy = y + q * .14 + rnd(n + 21) * q * .72;
        g.fillStyle = kind.pattern === "earth" ? "#00000030" : "#00000066"; g.beginPath();
        g.moveTo(cx - s, cy + s * .6); g.lineTo(cx - s * .2, cy - s * (.6 + rnd(n + 31))); g.lineTo(cx + s, cy - s * .1 * rnd(n + 41)); g.lineTo(cx + s * .7, cy + s * .7); g.closePath(); g.fill();
      }
    } else if (kind.pattern === "bramble" && drawn) { this.art(g, "growth/thorns", 0, x, y, q);
    } else if (kind.pattern === "bramble") {
      g.strokeStyle = "#0007";
      for (let n = 0; n < 4; n++) { const cx = x + q * (.2 + rnd(n) * .6), cy = y + q * (.2 + rnd(n + 5) * .6), r = q * .16; g.beginPath(); g.moveTo(cx - r, cy - r); g.lineTo(cx + r, cy + r); g.moveTo(cx - r, cy + r); g.lineTo(cx + r, cy - r); g.stroke(); }
    }
    if (kind.obstacle) { g.fillStyle = this.data.look.wood; g.fillRect(x + q * .1, y + q * .4, q * .8, q * .2); }
    if ((kind.signs || []).includes("ramp")) { g.strokeStyle = "#fff9"; for (let n = 1; n < 5; n++) { g.beginPath(); g.moveTo(x + q * .2, y + n * q / 5); g.lineTo(x + q * .8, y + n * q / 5); g.stroke(); } }
    if (kind.damage && q >= 20) { g.font = `bold ${Math.round(q / 4)}px sans-serif`; g.textAlign = "center"; g.fillStyle = "#fff"; g.strokeStyle = "#000"; g.lineWidth = 3; g.strokeText(kind.damage, x + q / 2, y + q * .9); g.fillText(kind.damage, x + q / 2, y + q * .9); g.textAlign = "left"; }
    if (kind.danger) { g.strokeStyle = this.data.look.warning; g.lineWidth = Math.max(2, q / 10); g.setLineDash([q / 6, q / 8]); g.strokeRect(x + q * .1, y + q * .1, q * .8, q * .8); g.setLineDash([]); }
    g.restore();
  }
  fit() {
    const w = this.canvas.clientWidth, h = this.canvas.clientHeight, b = this.data.board;
    this.zoom = Math.min(w / b.width, h / b.height, 72);
    const small = w < 600 && this.zoom < 30; // on a phone figures stay large enough for a finger, and the board is moved
    if (small) this.zoom = Math.min(30, Math.max(h / b.height, this.zoom));
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
  sees(f) {
    const [x0, y0, x1, y1] = f.box, { zoom, ox, oy, canvas } = this;
    return ox + x0 * zoom >= -1 && oy + y0 * zoom >= -1 && ox + (x1 + 1) * zoom <= canvas.clientWidth + 1 && oy + (y1 + 1) * zoom <= canvas.clientHeight + 1;
  }
  zoomAt(x, y, factor) {
    this.fitted = false;
    const old = this.zoom; this.zoom = Math.max(3, Math.min(120, old * factor));
    this.ox = x - (x - this.ox) * this.zoom / old; this.oy = y - (y - this.oy) * this.zoom / old;
    this.draw();
  }
  square(x, y) { return [Math.floor((x - this.ox) / this.zoom), Math.floor((y - this.oy) / this.zoom)]; }
  at(x, y) { return [...this.state.figures.values()].reverse().find((f) => f.box[0] <= x && x <= f.box[2] && f.box[1] <= y && y <= f.box[3]); }
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
    const listed = [...state.figures.values()].sort((a, b) => (b.out || 0) - (a.out || 0) || a.lift - b.lift || (b.box[2] - b.box[0]) - (a.box[2] - a.box[0]));
    for (const f of listed) this.token(f, f.slot || small.get(f.name));
    this.fog();
    this.over();
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
    for (const [x, y, , stop] of marks.reach || []) {
      pen.fillStyle = stop ? "#4aa3ff59" : "#4aa3ff26"; pen.fillRect(ox + x * zoom, oy + y * zoom, zoom, zoom);
    }
    for (const [x, y] of this.lit || []) { pen.strokeStyle = data.look.accent; pen.lineWidth = 3; pen.strokeRect(ox + x * zoom + 2, oy + y * zoom + 2, zoom - 4, zoom - 4); }
    for (const [x, y] of marks.area || []) { pen.fillStyle = "#ff8a4080"; pen.fillRect(ox + x * zoom, oy + y * zoom, zoom, zoom); }
    if (zoom >= 22) for (const [x, y, cost] of marks.reach || []) {
      pen.font = `${Math.max(8, zoom * .24)}px sans-serif`; pen.textAlign = "right"; pen.textBaseline = "bottom";
      pen.fillStyle = "#fff"; pen.strokeStyle = "#000a"; pen.lineWidth = 2.5;
      pen.strokeText(cost, ox + (x + .94) * zoom, oy + (y + .96) * zoom); pen.fillText(cost, ox + (x + .94) * zoom, oy + (y + .96) * zoom);
    }
    const path = marks.path || [];
    if (path.length > 1) {
      pen.strokeStyle = data.look.accent; pen.lineWidth = Math.max(2, zoom / 9); pen.lineJoin = "round"; pen.beginPath();
      path.forEach(([x, y], i) => pen[i ? "lineTo" : "moveTo"](ox + (x + .5) * zoom, oy + (y + .5) * zoom)); pen.stroke();
    }
  }
  over() {
    const { pen, zoom, ox, oy, marks, data, state } = this;
    const chosen = state.figures.get(marks.chosen);
    pen.lineWidth = 3;
    if (chosen) { const [x0, y0, x1, y1] = chosen.box; pen.strokeStyle = "#fff"; pen.strokeRect(ox + x0 * zoom, oy + y0 * zoom, (x1 - x0 + 1) * zoom, (y1 - y0 + 1) * zoom); }
    if (marks.cursor) { const [x, y] = marks.cursor; pen.setLineDash([4, 3]); pen.strokeStyle = data.look.accent; pen.strokeRect(ox + x * zoom + 1, oy + y * zoom + 1, zoom - 2, zoom - 2); pen.setLineDash([]); }
  }
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
    if (from && from.figures.get(f.name) && from.share < 1) { // on its way
      const b = from.figures.get(f.name).box, s = from.share * from.share * (3 - 2 * from.share);
      x0 = b[0] + (x0 - b[0]) * s; y0 = b[1] + (y0 - b[1]) * s;
    }
    if (slot) { wide = high = 1 / slot[0]; x0 += slot[1] / slot[0]; y0 += slot[2] / slot[0]; }
    let px = ox + x0 * zoom, py = oy + y0 * zoom; const pw = wide * zoom, ph = high * zoom, r = Math.min(pw, ph);
    pen.globalAlpha = f.out ? .5 : f.lift < 0 ? .6 : 1;
    if (f.lift > 0) { pen.fillStyle = "#0007"; pen.beginPath(); pen.ellipse(px + pw / 2, py + ph * .65, pw * .4, ph * .3, 0, 0, 7); pen.fill(); py -= Math.min(2 + f.lift * zoom * .1, zoom / 3); }
    const c = f.out ? "#777" : this.colours.get(f.side), prone = (f.conditions || []).includes("prone") && !f.out;
    const label = f.label || f.name.slice(0, wide > 1 ? 6 : 3), pictured = f.art && this.sheet && r > 18;
    pen.save(); pen.translate(px + pw / 2, py + ph / 2); if (prone) pen.scale(1, .6);
    if (pictured && f.out) { pen.rotate(Math.PI / 2); pen.filter = "grayscale(1)"; }
    this.rim(f, pw * .44, ph * .44, r * .12);
    pen.fillStyle = pictured ? c + "73" : c; pen.fill(); pen.lineWidth = Math.max(pictured ? 2 : 1.5, r / (pictured ? 12 : 16));
    pen.strokeStyle = f.name === state.active ? data.look.accent : pictured ? c : "#ffffffaa"; pen.stroke();
    if (pictured) { const side = Math.min(pw, ph) * .94; pen.imageSmoothingEnabled = side < 32; this.art(pen, f.art[0], f.art[1], -side / 2, -side / 2, side); }
    pen.restore();
    if (r > 13) {
      const size = Math.max(8, pictured ? Math.min(13, r * .24) : r * .3), at = pictured ? py + ph * (f.full ? .8 : .88) : py + ph / 2;
      const words = pictured && pen.measureText(f.name).width < pw * 1.4 && r > 44 ? f.name : label;
      pen.fillStyle = "#fff"; pen.strokeStyle = "#000d"; pen.lineWidth = 3; pen.font = `bold ${size}px sans-serif`; pen.textAlign = "center"; pen.textBaseline = "middle";
      pen.strokeText(words, px + pw / 2, at); pen.fillText(words, px + pw / 2, at);
      (f.badges || []).slice(0, 3).forEach((badge, i) => {
        const bx = px + pw * .14 + i * size * 1.3, by = py + ph * .14;
        pen.fillStyle = "#000c"; pen.beginPath(); pen.arc(bx, by, size * .65, 0, 7); pen.fill(); pen.fillStyle = data.look.accent; pen.fillText(badge, bx, by);
      });
    }
    if (f.out) { pen.strokeStyle = "#200"; pen.lineWidth = Math.max(2, r / 12); pen.beginPath(); pen.moveTo(px + pw * .15, py + ph * .15); pen.lineTo(px + pw * .85, py + ph * .85); pen.moveTo(px + pw * .85, py + ph * .15); pen.lineTo(px + pw * .15, py + ph * .85); pen.stroke(); }
    else if (f.full) { const t = Math.max(3, r / 10); pen.fillStyle = "#111"; pen.fillRect(px + 1, py + ph - t, pw - 2, t); const s = Math.max(0, f.hp / f.full); pen.fillStyle = s > .5 ? "#5cd696" : s > .25 ? "#f0c846" : "#ff6e46"; pen.fillRect(px + 2, py + ph - t + 1, (pw - 4) * s, t - 2); }
    if (f.lift && !f.out && r > 13) { pen.fillStyle = "#fff"; pen.strokeStyle = "#000c"; pen.lineWidth = 3; pen.font = `bold ${Math.max(8, zoom / 4)}px sans-serif`; pen.textAlign = "right"; pen.textBaseline = "top"; const label = (f.lift > 0 ? "▲" : "▼") + Math.abs(f.lift); pen.strokeText(label, px + pw, py); pen.fillText(label, px + pw, py); }
    pen.globalAlpha = 1;
  }
}
