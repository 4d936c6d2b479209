"use strict";
// A battle on a page: its board, creatures, log and timeline. The page of a recorded battle is this and its data; the page
// that plays battles adds an engine or a server, by the functions of `around`.
const $ = (id) => document.getElementById(id);
const SLOW = { moved: 150, forced: 150, fell: 350, teleported: 300, struck: 420, opportunity: 420, rolled: 420, damaged: 260, downed: 350,
               "turn-started": 160, stopped: 200, "battle-ended": 600 };
let view = null, states = null, items = [], rows = [], stage = null, now = 0, over = true, playing = false;
let speed = 1, waited = 0, from = null, until = Infinity;
const last = () => states ? states.moments.length : -1;
const around = {
  mine: () => false, // true while a person of this page may act
  typed: () => false, // a key; true if it did something
  taken() {}, // another battle is on the page
  tick() {}, // each frame
  shown() {}, // another moment is on the page
  ended() { if (over) { hold(); show(now); } }, // everything has been shown
  chosen(who) { hold(); view.marks = { ...view.marks, chosen: who }; show(now); },
  picked(x, y) { // a press on a square
    hold(); view.marks.cursor = [x, y];
    const there = view.at(x, y);
    if (there && !there.thing && there.name !== view.marks.chosen && !there.out) around.chosen(there.name);
    else around.asked(x, y);
  },
  asked(x, y) { draw(); tell(square(x, y)); }, // a press on ground
  pointed() {}, // the pointer or the cursor is over a square
  let_go() { view.marks = {}; show(now); tell(t("No creature is selected.")); },
  rules: null, // opens rules by their ids, where the page has them
  undo() {},
};

let behind = []; // rules behind the line
function tell(words, warning, rules = []) {
  behind = around.rules ? rules : [];
  $("told").textContent = words + (rules.length ? ` (${rules.join(", ")})` : ""); document.body.dataset.told = $("told").textContent;
  $("told").classList.toggle("warning", !!warning); $("told").classList.toggle("ruled", behind.length > 0);
}

function take(answer) { // a battle in place of the one there was
  stage = answer.stage;
  for (const [name, value] of Object.entries(stage.look)) document.documentElement.style.setProperty("--" + name, value);
  if (view) view.show(stage); else view = new BoardView($("board"), stage);
  $("stage").style.setProperty("--tall", stage.board.height / stage.board.width);
  $("turning").hidden = !stage.turning;
  view.marks = {}; view.fit();
  states = new States({ ...stage, moments: [], count: answer.moments.length });
  items = []; now = 0; from = null; until = Infinity;
  $("log").replaceChildren();
  for (const line of stage.intro || []) written_in(line, "aside", 1, -1);
  rows = []; $("who").replaceChildren();
  list(stage.start);
  add(answer.moments);
  around.taken();
  show(0);
}
function list(figures) { // whom there is a button for
  const colours = new Map(stage.sides.map((s) => [s.name, s.colour]));
  for (const f of figures) {
    if (f.thing || rows.some((one) => one.who === f.name)) continue;
    const row = document.createElement("button"), dot = document.createElement("span"), name = document.createElement("span");
    const bar = document.createElement("span"), fill = document.createElement("i");
    row.className = "one"; row.type = "button"; dot.className = "dot"; dot.style.background = colours.get(f.side);
    bar.className = "bar"; bar.append(fill); if (!f.full) bar.style.visibility = "hidden";
    row.append(dot, name, bar); row.onclick = () => around.chosen(f.name);
    rows.push({ row, name, fill, who: f.name, side: f.side }); $("who").append(row);
  }
}
function written_in(text, kind, depth, number, rules = []) { // a line of the log
  const li = document.createElement("li");
  li.className = kind; li.style.paddingLeft = Math.max(0, depth - 1) * .9 + "rem"; li.textContent = text;
  if (rules.length) {
    const small = document.createElement("small"), ids = rules.join(" ");
    small.textContent = around.rules ? "●" : `● ${ids}`; small.title = ids;
    if (around.rules) { small.classList.add("ruled"); small.onclick = (e) => { e.stopPropagation(); around.rules(rules); }; }
    li.append(small);
  }
  li.onclick = () => { hold(); show(number + 1); };
  li.dataset.at = number; items.push(li); $("log").append(li);
}
function add(fresh) {
  for (const m of fresh) {
    const number = last();
    states.push(m); list(m.changed || []);
    for (const line of m.lines || []) written_in(line.text, line.kind, line.depth, number, line.rules);
  }
  $("line").max = last();
}

function show(at, glide) {
  touched = "";
  const before = states.at(now); now = Math.max(0, Math.min(last(), at));
  const moving = states.moments[now - 1];
  if (glide && moving) view.happens(moving, before.figures, states.at(now).figures);
  from = glide && now && /^(moved|forced|fell)$/.test(moving.event) ? { figures: before.figures, share: 0 } : null;
  const state = states.at(now);
  $("line").value = now;
  $("count").textContent = `${now} / ${last()}`;
  let newest = null;
  for (const li of items) { const later = +li.dataset.at >= now; li.classList.toggle("later", later); li.classList.remove("now"); if (!later) newest = li; }
  if (newest) {
    newest.classList.add("now");
    follow(newest);
    if (!playing) tell(t("Round {count}: {text}", { count: state.round, text: newest.firstChild.textContent }));
  }
  for (const one of rows) {
    const f = state.figures.get(one.who);
    one.row.style.display = f ? "" : "none"; if (!f) continue;
    const felt = (f.conditions || []).map((c) => t(c)).join(" ");
    one.row.classList.toggle("out", !!f.out); one.row.classList.toggle("active", state.active === one.who);
    one.row.setAttribute("aria-pressed", String(view.marks.chosen === one.who));
    one.fill.style.width = f.full ? Math.max(0, 100 * f.hp / f.full) + "%" : "0";
    one.name.textContent = one.who + (felt ? " · " + felt : "");
    one.row.setAttribute("aria-label", `${one.who}, ${t(one.side)}` + (f.full ? ", " + points(f) : "") + (felt ? `, ${felt}` : "") + (f.out ? ", " + t("out") : ""));
  }
  view.marks.reach = view.marks.path = null;
  const shown = state.figures.get(moving && (moving.active || (moving.changed || [{}])[0].name));
  if (shown && !drag && !view.sees(shown)) view.centre(shown);
  draw();
  document.body.dataset.now = now; document.body.dataset.over = String(over && now === last());
  around.shown();
}
function follow(line) { const box = $("log"); if (line) box.scrollTop = line.offsetTop - box.offsetTop - box.clientHeight / 2; }
function draw() { if (!view) return; view.state = states.at(now); view.from = from; view.draw(); }
function points(f) { return t("{hp} of {full} hit points", { hp: f.hp, full: f.full }); }
function hold() { playing = false; until = Infinity; $("play").textContent = "▶"; $("play").setAttribute("aria-label", t("Play")); }
function play() {
  if (!stage) return;
  if (now >= last() && over) show(0);
  playing = true; waited = 0; $("play").textContent = "▮▮"; $("play").setAttribute("aria-label", t("Pause"));
}
let clock = performance.now();
function tick(time) {
  const gone = Math.min(time - clock, 1000) * speed; clock = time;
  around.tick();
  if (playing) {
    waited += gone;
    const lasts = () => now > 0 ? SLOW[states.moments[now - 1].event] || 0 : 300;
    if (from) { from.share = Math.min(1, waited / (lasts() || 1)); draw(); }
    let left = 40;
    while (playing && left-- && waited >= lasts()) {
      if (now >= until) { hold(); show(now); }
      else if (now < last()) { waited -= lasts(); show(now + 1, true); }
      else { waited = 0; around.ended(); break; }
    }
  } else if (from) { from = null; draw(); }
  if (view && view.settling(time)) draw();
  requestAnimationFrame(tick);
}
requestAnimationFrame(tick);

function square(x, y) { // a square in words
  const board = states.at(now).board, kind = board.kinds[board.rows[y][x]], there = view.at(x, y);
  const signs = kind.signs || [], plain = signs.includes("rubble") ? "rubble" : signs.includes("growth") ? "bramble" : "floor";
  const facts = [`[${x}, ${y}]`, t(kind.pattern === "plain" ? plain : kind.pattern)];
  if (kind.top && kind.pattern !== "water") facts.push(t(kind.top > 0 ? "{count} up" : "{count} down", { count: Math.abs(kind.top) }));
  if (signs.includes("danger")) facts.push(t("dangerous"));
  if (signs.includes("obstacle")) facts.push(t("an obstacle"));
  if (there) facts.push(`${there.name}, ${t(there.side)}` + (there.full ? ", " + points(there) : ""));
  const reach = (view.marks.reach || []).find(([i, j]) => i === x && j === y);
  if (reach && reach[2]) facts.push(t("{cost} {unit} away", { cost: reach[2], unit: t(stage.unit) }));
  return facts.join(", ");
}

// --- hands
$("first").onclick = () => { hold(); show(0); }; $("last").onclick = () => { hold(); show(last()); };
$("told").onclick = () => { if (behind.length) around.rules(behind); };
$("back").onclick = () => { hold(); show(now - 1); }; $("on").onclick = () => { hold(); show(now + 1); };
$("play").onclick = () => playing ? hold() : play();
$("turning").onclick = () => { const [begin, end] = stage.turning; show(begin); play(); until = end; };
$("speed").onchange = (e) => speed = +e.target.value;
$("line").oninput = (e) => { hold(); show(+e.target.value); };
new ResizeObserver(() => { if (!view) return; if (view.fitted) view.fit(); draw(); }).observe($("stage")); // what was zoomed or moved by hand stays
const covered = () => [$("home"), $("page")].some((one) => one && (one.open || one.open === undefined && !one.hidden));
addEventListener("keydown", (e) => {
  if (stage && (e.ctrlKey || e.metaKey) && e.key === "z" && !covered()) { e.preventDefault(); around.undo(); return; }
  if (!stage || e.ctrlKey || e.altKey || e.metaKey || /^(SELECT|INPUT)$/.test(e.target.tagName) || covered()) return;
  if (e.key !== "Enter" && around.typed(e.key)) { e.preventDefault(); return; }
  const button = { Home: "first", End: "last", ",": "back", ".": "on", " ": "play", t: "turning" }[e.key];
  if (button && !$(button).hidden && !(e.key === " " && e.target.tagName === "BUTTON")) { e.preventDefault(); $(button).onclick(); return; }
  if (e.key === "Escape") { around.let_go(); return; }
  if (e.key === "Enter" && e.target.tagName !== "BUTTON" && around.typed(e.key)) { e.preventDefault(); return; }
  if (e.target !== canvas) { if (e.key === "ArrowLeft") $("back").onclick(); if (e.key === "ArrowRight") $("on").onclick(); return; }
  view.hand = null;
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
  const me = states.at(now).figures.get(view.marks.chosen);
  const [x, y] = view.marks.cursor || (me ? me.box : [Math.floor(stage.board.width / 2), Math.floor(stage.board.height / 2)]);
  if (step) {
    e.preventDefault();
    const at = view.marks.cursor = [Math.max(0, Math.min(stage.board.width - 1, x + step[0])), Math.max(0, Math.min(stage.board.height - 1, y + step[1]))];
    draw(); tell(square(...at)); around.pointed(...at);
  } else if (e.key === "Enter") { e.preventDefault(); pick(x, y); }
});
const inside = (x, y) => x >= 0 && y >= 0 && x < stage.board.width && y < stage.board.height;
function pick(x, y) { if (inside(x, y)) around.picked(x, y); }
const canvas = $("board");
const touching = new Map(); // fingers on the board: two of them zoom
let drag = null, moved = false, pinch = 0, touched = "", pointing = "";
const fingers = () => pointing === "touch";
canvas.onpointerdown = (e) => {
  touching.set(e.pointerId, [e.offsetX, e.offsetY]);
  if (!view) return;
  if (touching.size === 2) { drag = null; pinch = spread(); return; }
  drag = [e.clientX, e.clientY, view.ox, view.oy]; moved = false; canvas.setPointerCapture(e.pointerId);
};
function spread() { const [[ax, ay], [bx, by]] = [...touching.values()]; return Math.hypot(ax - bx, ay - by); }
canvas.onpointermove = (e) => {
  if (view) view.hand = [e.offsetX, e.offsetY];
  if (touching.has(e.pointerId)) touching.set(e.pointerId, [e.offsetX, e.offsetY]);
  if (view && touching.size === 2 && pinch) {
    const [[ax, ay], [bx, by]] = [...touching.values()], now = spread();
    view.zoomAt((ax + bx) / 2, (ay + by) / 2, now / pinch); pinch = now; return;
  }
  if (!view) return;
  if (!drag) {
    const at = view.square(e.offsetX, e.offsetY), f = inside(...at) ? view.at(...at) : null;
    if (inside(...at)) around.pointed(...at);
    canvas.title = f ? `${f.name} (${t(f.side)})` + (f.full ? "  " + points(f) : "") + (f.conditions || []).map((c) => `  ${t(c)}`).join("") : "";
    return;
  }
  const [x, y, ox, oy] = drag;
  if (Math.hypot(e.clientX - x, e.clientY - y) > 5) moved = true;
  if (moved) { view.fitted = false; view.ox = ox + e.clientX - x; view.oy = oy + e.clientY - y; draw(); }
};
canvas.onpointerup = (e) => {
  touching.delete(e.pointerId); if (!touching.size) pinch = 0;
  const at = view ? view.square(e.offsetX, e.offsetY) : null, tapped = drag && !moved;
  drag = null;
  if (!tapped) return;
  view.hand = [e.offsetX, e.offsetY];
  const tap = [...at, (view.meant(...at) || {}).name].join(), first = touched !== tap; touched = tap;
  pointing = e.pointerType;
  if (pointing === "touch" && around.mine() && first) { view.marks.cursor = at; around.pointed(...at); return; } // the first tap points
  pick(...at);
};
canvas.onpointercancel = (e) => { touching.delete(e.pointerId); pinch = 0; drag = null; };
canvas.addEventListener("wheel", (e) => { if (!view) return; e.preventDefault(); view.zoomAt(e.offsetX, e.offsetY, e.deltaY < 0 ? 1.15 : 1 / 1.15); }, { passive: false });

// --- a battle that the page holds in itself
const embedded = $("data") && JSON.parse($("data").textContent);
if (embedded) {
  translated(document.documentElement, embedded.language, embedded.words);
  take({ stage: embedded, moments: embedded.moments });
  const asked = +location.hash.slice(1); show(Number.isFinite(asked) ? asked : 0);
  if (!location.hash) play();
}
