"use strict";
// The page that plays battles: the list of them, the engine in a worker, a person's seat. Rules are the worker's business.
const AHEAD = 40; // events that are played before they are shown

// --- the engine, in a worker
const address = new URLSearchParams(location.search).get("join");
const worker = address ? null : new Worker("worker.js", { type: "module" });
const waiting = new Map();
let asked = 0, wire = null;
function ask(question) {
  if (wire) return wire.ask(question);
  return new Promise((answered) => { waiting.set(++asked, answered); worker.postMessage({ number: asked, question }); });
}
if (worker) worker.onmessage = ({ data }) => {
  if (data.loading) veil(t("Loading {what} …", { what: data.loading === "Python" ? data.loading : t("the engine") }));
  else if (data.failed) veil(t("The engine cannot be loaded: {reason}", { reason: data.failed }));
  else if (data.ready) { ready(); begin(); }
  else { waiting.get(data.number)(data.answer); waiting.delete(data.number); }
};
if (worker) worker.onerror = (e) => veil(t("The engine cannot be loaded: {reason}", { reason: e.message || t("the worker does not start") }));
let ready; // the engine's answers may be waited for before it is there
const loaded = new Promise((done) => ready = done);
const wanted = new URLSearchParams(location.search);
const own = { get: (key) => { try { return JSON.parse(localStorage.getItem("fivefoot." + key)); } catch { return null; } },
              set: (key, value) => { try { localStorage.setItem("fivefoot." + key, JSON.stringify(value)); return true; } catch { return false; } } };
const listed = (name) => fetch(name, { cache: "no-cache" }).then((found) => found.json()).catch(() => ({}));
const furnished = Promise.all([listed("words.json"), listed("menu.json")]).then(([known, menus]) => {
  const language = (wanted.get("language") || own.get("language") || navigator.language || "en").slice(0, 2);
  if (known[language]) translated(document.documentElement, language, known[language]);
  const named = (code) => new Intl.DisplayNames([code], { type: "language" }).of(code);
  $("language").replaceChildren(...["en", ...Object.keys(known)].map((code) => new Option(named(code), code)));
  $("language").value = known[language] ? language : "en";
  if (worker) worker.postMessage({ home: new URL(".", location.href).href });
  furnish(menus[language] || menus.en);
});
if (address) addEventListener("load", () => join(address, wanted.get("token") || ""));
const SETTLED = 4000; // milliseconds after the engine's start until all files are kept, so that the first battle does not wait
if ("serviceWorker" in navigator && !address && window.isSecureContext) loaded.then(() => setTimeout(() => navigator.serviceWorker.register("sw.js").catch(() => {}), SETTLED)); // without it the page works, but not offline

// --- the pictures of the board
const sheet = new Image();
sheet.onload = () => { if (view) view.dress(sheet); };
sheet.src = "atlas.png";

// --- what is shown
let fetching = false, source = null, opened = 0;
function veil(words) { $("veil").textContent = words; $("veil").hidden = !words; }

// --- the list of battles
const direct = ["scenario", "hold", "daily", "join"].some((name) => wanted.has(name)); // an address that names a battle
let menu = null, journey = null;
function furnish(found) {
  if (!found || menu) return;
  menu = found;
  const fill = (id, rows) => $(id).replaceChildren(...rows.map(([value, words]) => new Option(words, value)));
  fill("scenario", menu.scenarios.map((s) => [s.name, s.title]));
  fill("ruleset", [["", t("as written")], ...menu.rulesets.map((r) => [r.name, r.title])]);
  for (const id of ["red", "blue"]) fill(id, [["", t("as written")], ...menu.players.map((b) => [b, menu.levels[b] || t(b)])]);
  if (!["red", "blue", "hold"].some((name) => wanted.has(name))) $("red").value = "you";
  for (const id of ["scenario", "ruleset", "red", "blue", "seed"]) if (wanted.has(id)) $(id).value = wanted.get(id);
  const titles = new Map(menu.rulesets.map((r) => [r.name, r.title]));
  $("battles").replaceChildren(...menu.scenarios.filter((s) => s.name !== "a-first-lesson").map((s) => card(s.title, s.story, [titles.get(s.ruleset), s.difficulty].filter(Boolean).join(" · "), () => start(s.lesson ? { scenario: s.name, ruleset: null, red: "you", blue: null, seed: null } : { scenario: s.name }))));
  $("journey").textContent = menu.campaign;
  $("learn").onclick = () => start({ scenario: menu.scenarios.find((s) => s.lesson).name, ruleset: null, red: "you", blue: null, seed: null });
  $("daily").onclick = () => start({ daily: today(), ruleset: null, red: null, blue: null, seed: null });
  $("travel").onclick = () => travel({ progress: own.get("campaign") });
  if (!direct) goHome(); else $("home").hidden = true;
}
function card(title, story, rules, does) {
  const made = document.createElement("button"), name = document.createElement("b"), told = document.createElement("span"), by = document.createElement("small");
  made.className = "card"; name.textContent = title; told.textContent = story; by.textContent = rules || "";
  made.append(name, told, by); made.onclick = does;
  return made;
}
function today() { const d = new Date(); return `${d.getFullYear()}-${String(d.getMonth() + 1).padStart(2, "0")}-${String(d.getDate()).padStart(2, "0")}`; }
function goHome() {
  hold();
  $("return").hidden = !stage;
  const kept = own.get("saves") || [];
  $("kept").hidden = !kept.length;
  $("saves").replaceChildren(...kept.map((one) => {
    const row = document.createElement("li"), go = document.createElement("button"), away = document.createElement("button");
    const now = menu && one.source && menu.scenarios.find((s) => s.name === one.source.scenario); // in the language of today
    go.textContent = `${now ? now.title : one.title} · ${t("round {count}", { count: one.round })} · ${new Date(one.when).toLocaleString(document.documentElement.lang)}`;
    go.onclick = () => resume(one); away.textContent = "✕"; away.title = t("Delete"); away.setAttribute("aria-label", t("Delete"));
    away.onclick = () => { own.set("saves", (own.get("saves") || []).filter((other) => other.id !== one.id)); goHome(); };
    row.append(go, away); return row;
  }));
  $("home").hidden = false;
}
function own_battle() { // leaves a server; a page opened for a seat there has no engine, and loads anew
  if (!worker) { location.href = location.pathname; return false; }
  if (wire) { wire.leave(); wire = null; alone(true); }
  return true;
}
async function start(what) {
  if (!own_battle()) return;
  $("home").hidden = true; view && (view.marks = {}); veil(t("Loading …")); journey = what.campaign || null; kept = null;
  await loaded;
  if (await open(what)) play(); else goHome();
}
async function resume(one) {
  if (!own_battle()) return;
  $("home").hidden = true; veil(t("Loading …")); hold();
  await loaded;
  const number = ++opened, answer = await ask({ ask: "resume", text: one.record });
  if (number !== opened) return;
  if (answer.error) { goHome(); page(t("This save cannot be loaded"), answer.error, [[t("Close")]]); return; }
  source = one.source; journey = one.journey || null; kept = one.id;
  seated(answer); show(last()); yourTurn();
}
function seated(answer) {
  over = !!answer.over; seat = answer.seat || null; waits = answer.waits || null; aiming = null;
  take(answer); taught(answer.lesson);
}
let kept = null;
async function keep() { // after each turn, in the browser
  if (!seat || wire || document.body.dataset.lesson) return;
  const answer = await ask({ ask: "save" }), saves = (own.get("saves") || []).filter((one) => one.id !== kept);
  if (over) { own.set("saves", saves); return; }
  kept = kept || Date.now();
  if (answer.record) saves.unshift({ id: kept, title: stage.title, round: states.at(last()).round, when: Date.now(), record: answer.record, source, journey });
  while (saves.length > 8 || !own.set("saves", saves)) if (!saves.pop()) break; // as many as the browser has room for
}
function page(title, text, buttons) { // [words, what a press does]
  const [head, body, row] = $("page").children;
  head.textContent = title; body.textContent = text;
  row.replaceChildren(...buttons.map(([words, does]) => { const b = document.createElement("button"); b.textContent = words; b.onclick = () => { $("page").close(); if (does) does(); }; return b; }));
  if (!$("page").open) $("page").showModal();
}
async function travel(what) { // the campaign's next page
  if (!own_battle()) return;
  $("home").hidden = true; veil(t("Loading …"));
  await loaded;
  let found = await ask({ ask: "campaign", ...what });
  if (found.error) found = await ask({ ask: "campaign" }); // what was kept is of another campaign
  own.set("campaign", found.progress); goHome();
  const party = found.party.map((one) => one.fallen ? `${one.name} ✝` : `${one.name} ${one.hp}/${one.full}`).join(" · ");
  const next = found.next ? `\n\n${t("Next: {title}", { title: found.next })}\n${party}` : `\n\n${t("The campaign is won.")}\n${party}`;
  const go = () => start({ campaign: found.progress, ruleset: null, red: null, blue: null, seed: null });
  const again = () => { own.set("campaign", null); travel({}); };
  const talk = found.talk.map((line) => `\n${line.who}: ${line.say}`).join("");
  if (found.gifts.length) { // one of them, and who gets it
    const give = (gift, who) => travel({ progress: found.progress, gift, who });
    const choose = (gift, number) => gift.all ? give(number, "") : page(gift.label, t("Who gets it?"), found.party.filter((one) => !one.fallen).map((one) => [one.name, () => give(number, one.name)]));
    page(found.title, `${talk.trim()}\n\n${found.gifts.map((gift) => `${gift.label}: ${gift.text}`).join("\n")}`, found.gifts.map((gift, number) => [gift.label, () => choose(gift, number)]));
    return;
  }
  page(found.title, found.story + talk + next, [...(found.next ? [[t("Play"), go]] : []), ...(found.progress.won.length ? [[t("Begin again"), again]] : []), [t("Close")]]);
}
async function begin() {
  await furnished;
  const found = await ask({ ask: "menu", language: document.documentElement.lang, listed: !menu });
  if (!menu) furnish(found);
  $("loaded").textContent = t("Ready.");
  document.body.dataset.ready = found.version;
  if (!direct) return;
  if (await open(wanted.has("daily") ? { daily: wanted.get("daily") } : { scenario: $("scenario").value }) && !wanted.has("hold") && !seat) play();
}
function taught(step) { // the lesson's step on show
  if (step === undefined) return;
  document.body.dataset.lesson = step ? step.say.slice(0, 1) : "";
  $("lesson").hidden = !step;
  if (!step) { reading = false; if (view) view.lit = null; return; }
  $("lesson").textContent = step.say; view.lit = step.squares; reading = step.read;
  if (step.read) { const next = document.createElement("button"); next.textContent = t("Next"); next.onclick = () => done("next"); $("lesson").append(" ", next); }
  $("lesson").style.minHeight = `${longest = Math.max(longest, $("lesson").offsetHeight)}px`; // the board keeps its place
  draw();
}
let reading = false, longest = 0;
async function done(action) { if (document.body.dataset.lesson) { const found = await ask({ ask: "lesson", action }); if (!found.error) taught(found.lesson); } }

// --- a seat at a server, by its address and token
async function join(where, token) {
  hold(); veil(t("Connecting …")); opened += 1; over = false; seat = null; waits = null; aiming = null;
  if (wire) wire.leave();
  alone(false);
  const mine = wire = new Wire(where, token, (news) => { if (wire === mine) heard(news); }, (words) => { if (stage) tell(words, true); else veil(words); });
  const found = await mine.connect();
  if (wire !== mine || stage && mine.stage) return;
  if (found.error) { veil(found.error); wire = null; return; }
  const events = found.events || [], lines = (found.lines || []).filter(Boolean);
  if (events.length) mine.next = events.at(-1).seq + 1;
  seat = found.seat || "nobody"; waits = found.waits; over = !!waits.over;
  take({ stage: mine.staged(found.stage), moments: [] });
  add([{ event: "joined-in", lines: lines.map((text) => ({ text, kind: "plain", depth: 1, rules: [] })), active: mine.stage.active, round: mine.stage.round, dark: mine.stage.dark }]);
  document.body.dataset.seat = seat; document.body.dataset.ready = "joined";
  show(last()); mine.release(); if (!playing) yourTurn();
}
function alone(mine) { $("save").hidden = $("share").hidden = !mine; } // a server keeps its battle itself
function heard(news) { // what the server pushes
  const held = waits;
  if (news.waits) { waits = news.waits; over = news.over; }
  if (news.stage) { seat = seat || "nobody"; opened += 1; aiming = null; take(news); show(last()); yourTurn(); }
  else if (news.moments.length) { view.marks = { cursor: view.marks.cursor }; rest(); add(news.moments); play(); }
  else if (!playing && JSON.stringify(held) !== JSON.stringify(waits)) yourTurn();
}

async function open(what) { // true if there was such a battle
  hold(); source = what;
  const number = ++opened, seed = $("seed").value.trim();
  const chosen = { red: $("red").value || null, blue: $("blue").value || null, ruleset: $("ruleset").value || null, seed: seed ? Math.trunc(+seed) : null };
  const answer = await ask({ ask: "open", ...chosen, ...what });
  if (number !== opened) return false;
  if (answer.error) { page(t("This battle cannot be opened"), answer.error, [[t("Close")]]); return false; }
  document.body.dataset.lesson = "";
  tallest = longest = 0; $("lesson").style.minHeight = ""; threat = false; bar([]);
  seated(answer);
  if (!answer.lesson) taught(null);
  if (seat) { play(); return true; }
  tell(answer.notes.length ? answer.notes.join(" · ") : t("{title}, by the rules of {ruleset}.", { title: stage.title, ruleset: stage.ruleset }));
  return true;
}

async function more() { // the next turn, played beside the page
  if (over || fetching || !stage || seat) return;
  fetching = true;
  const number = opened, answer = await ask({ ask: "turn" });
  fetching = false;
  if (number !== opened) return;
  if (answer.error) { over = true; tell(answer.error, true); return; }
  add(answer.moments); over = answer.over;
  $("count").textContent = `${now} / ${last()}`;
}

// --- the seat of a person: what it may do, and what a click would do, come from the worker
let seat = null, waits = null, aiming = null, actions = [], pointed = "", asking = false;
const mine = () => seat && waits && waits.turn && now === last() && !playing;
const middle = ([x0, y0, x1, y1]) => [(x0 + x1) / 2, (y0 + y1) / 2];
const stood = ({ at: [x, y], box: [x0, y0, , x1, y1] = [x, y, 0, x, y] }) => middle([x0, y0, x1, y1]);
const steps = (offer) => (offer.steps || []).filter((s) => s.who === waits.turn);

async function call(name, args = {}) {
  const number = opened, answer = await ask({ ask: "seat", call: name, args });
  if (number !== opened) return null;
  if (answer.error) { tell(answer.error, true); return null; }
  if (answer.waits) { waits = answer.waits; over = answer.over; }
  if (answer.score) score = answer.score;
  taught(answer.lesson);
  if (answer.stage) { take(answer); show(last()); yourTurn(); }
  else if (answer.moments.length) { view.marks = {}; add(answer.moments); rest(); play(); }
  return answer.result;
}
function bar(buttons) { // [words, what a press does, pressed, why not]
  $("bar").replaceChildren(...buttons.map(([words, does, pressed, refused]) => {
    const button = document.createElement("button");
    button.type = "button"; button.textContent = words; button.onclick = does; button.setAttribute("aria-pressed", String(!!pressed));
    if (refused) { button.classList.add("refused"); button.title = refused; }
    return button;
  }));
  $("bar").hidden = !buttons.length;
  $("bar").style.minHeight = `${tallest = Math.max(tallest, $("bar").offsetHeight)}px`; // the board keeps its size
}
let tallest = 0;
function rest() { for (const button of $("bar").children) button.disabled = true; } // others act
async function yourTurn() { // once everything has been shown
  pointed = ""; document.body.dataset.waits = Object.keys(waits)[0];
  keep();
  if (waits.over && !wire) ended();
  if (waits.over) { bar(wire ? [[t("Rematch"), rematch]] : [[`↶ ${t("Undo")}`, undo]]); tell(waits.over.winner ? t("Victory for {side}: {why}.", { side: t(waits.over.winner), why: waits.over.why }) : t("A draw.")); return; }
  if (waits.decision) {
    const asked = waits.decision, squares = asked.options.filter((o) => o.at), from = states.at(now).figures.get(asked.other);
    const answered = (key) => { rest(); call("answer", { key, always }); };
    always = false;
    const listed = () => bar([...asked.options.map((o) => [o.label, () => answered(o.key)]), ...(squares.length ? [] : [[t("Always answer so"), () => { always = !always; listed(); }, always]])]);
    listed();
    view.marks = { chosen: asked.who, cursor: view.marks.cursor, reach: squares.map((o) => [o.at[0], o.at[1], "", true]) };
    if (from && asked.to) view.marks.pushed = [[from.box.slice(0, 2), asked.to.slice(0, 2)]];
    if (asked.odds) view.marks.odds = [[asked.other, asked.odds]];
    draw(); describe(asked.who);
    tell([asked.text, asked.odds].filter(Boolean).join(" · "), false, asked.rules || []); return;
  }
  if (!waits.turn) { rest(); tell(waits.others ? t("It is the turn of {side}.", { side: t(waits.others) }) : t("It is the others' turn.")); return; }
  const who = waits.turn, number = opened;
  view.marks = { chosen: who, cursor: view.marks.cursor };
  const me = states.at(now).figures.get(who);
  if (who !== begunBy && me && !view.sees(me, 2)) view.centre(me);
  begunBy = who;
  const range = await ask({ ask: "range", events: last(), who });
  if (number !== opened || !mine()) return;
  view.marks.reach = range.range || []; draw();
  describe(who);
  const side = stage.sides.length > 1 && greeted !== opened ? t("You play {side}.", { side: t(seat) }) + " " : "";
  greeted = opened;
  const left = Object.entries(waits.left).map(([kind, count]) => `${count} ${t(kind)}`).join(", ");
  tell(side + (left ? t("{who}: your turn, {left} left.", { who, left }) : t("{who}: your turn.", { who })) + " " + t("Click a square to move, an enemy to strike."));
  bar([[t("End turn"), endTurn], [`↶ ${t("Undo")}`, undo]]);
  const found = await call("actions");
  if (!found || number !== opened || !mine()) return;
  actions = found.actions.filter((a) => !["tow", "edge"].includes(a.aim));
  if (spent()) tell(t("{who}: nothing is left but to end the turn.", { who }));
  showActions();
  lay(who);
}
let threat = false, greeted = 0;
async function lay(who) { // further moves, objectives, what enemies threaten
  const number = opened, events = now, laid = await call("overlay", { reach: who, threat });
  if (!laid || number !== opened || events !== now || !mine() || aiming) return;
  const near = new Set(view.marks.reach.map(([x, y]) => `${x},${y}`));
  const far = laid.reach.filter(([x, y, tier, stop]) => tier && stop && !near.has(`${x},${y}`));
  view.marks = { ...view.marks, reach: [...view.marks.reach, ...far.map(([x, y, tier]) => [x, y, "", true, tier])], threat: laid.threat, goals: laid.goals };
  draw();
}
async function showThreat() {
  threat = !threat; done("threat"); showActions();
  const laid = await call("overlay", { reach: waits.turn, threat });
  if (!laid || !mine()) return;
  view.marks.threat = laid.threat; draw();
  if (threat) tell(t("Red squares are threatened by an enemy."));
}
const spent = () => !actions.some((a) => !a.refused && a.aim !== "nothing");
let begunBy = "", always = false; // whose turn was begun last; whether an answer is kept
let score = "", told_of = 0;
function ended() { // what a battle that is over leads to, said once
  if (told_of === opened) return;
  told_of = opened;
  const won = waits.over.winner === seat, title = won ? t("You win") : waits.over.winner ? t("You lose") : t("A draw.");
  const home = [t("Battles"), goHome], again = [t("Again"), () => start(source)];
  const on = journey && won ? [[t("Go on"), () => travel({ progress: journey, won: true })]] : [];
  const reason = waits.over.why || "", theirs = waits.over.winner && !won ? `${t(waits.over.winner)}: ${reason}` : reason;
  const why = theirs.replace(/^./, (first) => first.toUpperCase()); // whose enemies: a loser's still stand
  page(title, [why, source.daily && score].filter(Boolean).join("\n"), [...on, again, home, [t("Look at the board")]]);
}
const uses = (a) => a.name.startsWith("use ");
function showActions() { // abilities first
  const listed = aiming ? [[t("Cancel"), () => around.let_go()], [`↶ ${t("Undo")}`, undo]] : [[t("End turn"), endTurn], [`↶ ${t("Undo")}`, undo], [t("Threat"), showThreat, threat]];
  for (const a of [...actions.filter(uses), ...actions.filter((a) => !uses(a))]) for (const choice of a.choices || [null]) {
    const on = !!aiming && aiming.action === a.name && aiming.choice === choice, why = a.refused && a.refused.reason;
    listed.push([choice ? `${a.label}: ${choice}` : a.label, () => aim(a, choice), on, why]);
  }
  bar(listed);
}
async function aim(action, choice) {
  if (action.refused) { tell(action.refused.reason, true, action.refused.rules); done("refused"); return; }
  const again = aiming && aiming.action === action.name && aiming.choice === choice;
  aiming = again ? null : { action: action.name, choice }; pointed = "";
  view.marks = { chosen: waits.turn, cursor: view.marks.cursor };
  showActions();
  if (action.aim === "nothing" && uses(action)) { // whom it strikes is shown first
    aiming = { action: action.name, choice };
    if (again) { press(null, true); return; }
    const found = await call("point", { square: null, aiming });
    if (!found || !mine()) return;
    offered(found.offer, "", action.tip);
    if (!found.offer.refused) tell(`${$("told").textContent} · ${once_more()}`);
    return;
  }
  if (!aiming) { yourTurn(); return; }
  if (action.aim === "nothing") { press(null); return; }
  const laid = await call("overlay", { aiming });
  if (!laid || !mine()) return;
  const aimed = laid.marked.length ? laid.marked.map(([x, y]) => [x, y, "", true]) : laid.reach.map(([x, y, tier, stop]) => [x, y, "", stop, tier]);
  view.marks.reach = aimed; draw();
  tell(`${action.label}: ${action.tip || t("choose where")}. ${t("Escape stops aiming.")}`);
}
async function point(x, y) {
  const there = view.at(x, y);
  describe(there && !there.thing ? there.name : waits.turn);
  const who = meant(x, y), key = `${x},${y},${who || ""}`;
  if (pressedOnce === ENDING) pressedOnce = "";
  if (asking) { wanted_next = [x, y]; return; }
  if (key === pointed) return;
  pointed = key; asking = true;
  const result = await call("point", { square: [x, y], aiming: aiming || {}, who });
  asking = false;
  const next = wanted_next;
  wanted_next = null;
  if (next && mine() && `${next.join(",")},${meant(...next) || ""}` !== key) { point(...next); return; } // the pointer has moved on
  if (!result || !mine()) return;
  offered(result.offer, `${square(x, y)}.`);
  const asks = result.offer.confirm || [];
  if (fingers() && asks.length) { pressedOnce = pressing([x, y]); tell(`${asks.join(" ")} ${once_more()}`, true); }
}
const once_more = () => fingers() ? t("Tap again to do it.") : t("Click again to do it.");
const meant = (x, y) => (view.meant(x, y) || {}).name;
const pressing = (at) => JSON.stringify([at, aiming, at && meant(...at)]);
function offered(offer, otherwise, tip = "") {
  view.marks.path = view.marks.odds = view.marks.area = view.marks.pushed = view.marks.provokes = null;
  if (offer.refused) { draw(); tell(offer.refused.reason, true, offer.refused.rules); return; }
  const way = steps(offer), me = states.at(now).figures.get(waits.turn);
  if (way.length && me) {
    let cost = 0;
    view.marks.path = [[...middle(me.box), 0], ...way.map((s) => [...stood(s), cost += s.cost])];
  }
  const pushed = new Map();
  for (const step of offer.steps || []) {
    const f = states.at(now).figures.get(step.who); if (step.who === waits.turn || !f) continue;
    pushed.set(step.who, [...(pushed.get(step.who) || [middle(f.box)]), stood(step)]);
  }
  view.marks.pushed = [...pushed.values()];
  view.marks.picked = chosen();
  view.marks.provokes = offer.provokes;
  view.marks.area = offer.area || null;
  const odds = Object.entries(offer.odds || {});
  view.marks.odds = odds.map(([who, found]) => [who, odds.length > 1 ? found.brief : found.label]);
  draw();
  const again = fingers() && offer.intents.length && !tip ? [once_more()] : []; // the first tap points
  const lead = aiming ? (actions.find((a) => a.name === aiming.action) || {}).label : "";
  tell((lead && offer.words.length ? `${lead}: ` : "") + [tip, ...(offer.words.length ? offer.words : [otherwise]), ...again].filter(Boolean).join(" · "));
}
const chosen = () => aiming ? [aiming.target, ...aiming.also || []].filter(Boolean) : [];
function picks(x, y) { // true if a press only chooses one of several targets
  const action = aiming && actions.find((a) => a.name === aiming.action), there = view.at(x, y), names = chosen();
  if (!action || !there || !action.targets.includes(there.name) || names.includes(there.name) || names.length + 1 >= action.most) return false;
  aiming = names.length ? { ...aiming, also: [...aiming.also || [], there.name] } : { ...aiming, target: there.name };
  pointed = ""; view.marks.picked = chosen(); draw();
  tell(t("{names} chosen. Click another target too, or one of these again to act.", { names: chosen().join(", ") }));
  return true;
}
async function press(at, sure) {
  const key = pressing(at);
  const result = await call("press", { square: at, aiming: aiming || {}, sure: sure || pressedOnce === key, who: at ? meant(...at) : undefined });
  pressedOnce = "";
  if (!result) return;
  if (result.played) { aiming = null; delete view.marks.cursor; return; }
  const offer = result.offer;
  if (offer.refused) done("refused");
  if (offer.confirm && offer.confirm.length) { pressedOnce = key; tell(`${offer.confirm.join(" ")} ${once_more()}`, true); }
  else if (!offer.refused && !offer.intents.length && at) tell(`${square(...at)}.`);
  else offered(offer, t("Nothing can be done there."));
}
const ENDING = "end";
let pressedOnce = "", wanted_next = null;
async function rematch() { const result = await call("rematch"); if (result && !result.begun) tell(t("{names} want a rematch.", { names: result.wanted.join(", ") })); }
async function endTurn() { // with a move or a strike left it asks first
  const who = waits.turn, sure = pressedOnce === ENDING;
  rest(); aiming = null; pressedOnce = "";
  tell(t("The others act …"));
  const result = await call("end", { sure });
  if (result && result.unused) {
    const left = Object.entries(result.unused).map(([kind, count]) => `${count} ${t(kind)}`).join(", ");
    pressedOnce = ENDING; showActions();
    tell(t("{who} still has {left}. End turn again ends it.", { who, left }), true);
  } else if (result === null) yourTurn();
  else done("end");
}
async function undo() { aiming = null; done("undo"); const result = await call("undo"); if (result && !result.undone) tell(t("There is nothing to undo.")); }

// --- asking about creatures and squares
async function choose(who) {
  if (!stage) return;
  hold();
  const number = opened, events = now;
  view.marks = { chosen: who, cursor: view.marks.cursor };
  show(now); describe(who);
  const answer = await ask({ ask: "range", events, who });
  if (number !== opened || events !== now || view.marks.chosen !== who) return;
  if (answer.error) { tell(answer.error, true); return; }
  view.marks.reach = answer.range; draw();
  if ($("card").offsetParent === null) { const { card: lines } = await ask({ ask: "card", who }); if (lines) { tell(`${who}: ${lines.join(" · ")}`); return; } } // no room for the card
  const far = answer.range.reduce((most, [, , cost]) => Math.max(most, cost), 0);
  tell(answer.range.length > 1 ? t("{who} can reach {count} squares, up to {far} {unit} away. Choose one to see the path.", { who, count: answer.range.length, far, unit: t(stage.unit) }) : t("{who} cannot move now.", { who }));
}
let carded = "", described = "";
async function describe(who) { // the creature's facts, as the window's card has them
  const key = `${opened} ${last()} ${who}`, f = states.at(now).figures.get(who);
  if (key === carded || !f) return;
  carded = key; described = who;
  const found = await ask({ ask: "card", who });
  if (carded !== key) return;
  const name = document.createElement("b"), lines = found.card || [points(f)];
  name.textContent = who; name.style.borderColor = view.colours.get(f.side);
  $("card").replaceChildren(name, ...lines.map((line) => { const row = document.createElement("span"); row.textContent = line; return row; }));
  $("card").hidden = false;
  follow($("log").querySelector(".now"));
}
async function way(x, y) {
  const who = view.marks.chosen, number = opened, events = now;
  const answer = await ask({ ask: "way", events, who, to: [x, y] });
  if (number !== opened || events !== now || view.marks.chosen !== who) return;
  if (answer.error) { tell(answer.error, true); return; }
  if (answer.refused) { view.marks.path = null; draw(); tell(answer.refused, true, answer.rules); return; }
  view.marks.path = answer.path; draw();
  const facts = [t("{who} to {place}: {cost} {unit}", { who, place: `[${x}, ${y}]`, cost: answer.cost, unit: t(stage.unit) })];
  if (answer.provokes.length) facts.push(t("provokes {names}", { names: answer.provokes.join(", ") }));
  if (answer.checks.length) facts.push(t("rolls for {names}", { names: answer.checks.join(", ") }));
  if (answer.falls) facts.push(t("falls on the way"));
  tell(facts.join(", ") + ".", false, answer.rules);
}
async function openRules(ids) {
  const found = await ask({ ask: "rules", ids });
  if (found.rules) page(t("Rules"), found.rules.map((one) => `${one.id}\n${one.text}`).join("\n\n"), [[t("Close")]]);
}
function showKeys() {
  page(t("Keys"), [[t("Enter"), t("End turn")], ["Ctrl+Z", t("Undo")], ["1 – 9", t("Abilities")], ["Z", t("Threat")], ["Esc", t("Cancel, or the list of battles")], ...actions.filter((a) => a.key && !uses(a)).map((a) => [a.key.toUpperCase(), a.label])].map((row) => row.join("   ")).join("\n"), [[t("Close")]]);
}
if (!address) around.rules = openRules;
around.undo = () => { if (seat && waits && !playing) undo(); };
const { picked, let_go } = around; // what a press does where nobody plays
around.mine = mine;
around.shown = () => { if (now === last()) describe(described); }; // a card keeps no old hit points
around.taken = () => { veil(""); if (sheet.complete && sheet.naturalWidth && !view.sheet) view.dress(sheet); };
around.tick = () => { if (stage && !over && last() - now < AHEAD && (playing || now === last())) more(); };
around.ended = () => { if (over || seat) { hold(); show(now); } if (seat) yourTurn(); };
around.chosen = (who) => choose(who);
around.picked = (x, y) => {
  if (mine()) { view.marks.cursor = [x, y]; if (!picks(x, y)) press([x, y]); }
  else if (seat && waits && waits.decision && !playing) {
    const meant = waits.decision.options.find((o) => o.at && o.at[0] === x && o.at[1] === y);
    if (meant) { rest(); call("answer", { key: meant.key }); }
  }
  else if (seat && playing) around.asked(x, y); // the battle goes on: a late click is no wish to pause
  else picked(x, y);
};
around.typed = (key) => { // the keys of the window: 1 to 9 for abilities, letters for the others; true if it was one
  if (seat && waits && waits.decision && !playing) { // Enter is the usual answer, a digit another
    const { options, default: usual } = waits.decision, answer = key === "Enter" ? usual : (options[+key - 1] || {}).key;
    if (answer) { rest(); call("answer", { key: answer, always }); }
    return !!answer;
  }
  if (!mine()) return false;
  if (key === "Enter") { if (view.marks.cursor) return false; endTurn(); return true; }
  if (key === " " && reading) { done("next"); return true; }
  if (key === "F1" || key === "?") { showKeys(); return true; }
  if (key.toLowerCase() === "z") { showThreat(); return true; }
  const found = actions.filter(uses)[+key - 1] || actions.find((a) => a.key && a.key === key.toLowerCase());
  if (!found || found.choices) return false;
  aim(found, null); return true;
};
around.asked = (x, y) => { if (view.marks.chosen) way(x, y); else { draw(); tell(square(x, y)); } };
around.pointed = (x, y) => { if (mine()) point(x, y); };
around.let_go = () => {
  if (!mine()) { let_go(); return; }
  if (!aiming && !pressedOnce && !view.marks.cursor) { goHome(); return; }
  aiming = null; pressedOnce = ""; delete view.marks.cursor; yourTurn(); showActions();
};
addEventListener("keydown", (e) => { if (e.key === "Escape" && stage && !$("home").hidden && !$("page").open) { e.stopImmediatePropagation(); goBack(); } }, true);
function goBack() { $("home").hidden = true; if (seat && now === last()) yourTurn(); else if (seat) play(); }

// --- hands
$("join").onsubmit = (e) => { e.preventDefault(); $("home").hidden = true; join($("address").value.trim(), $("token").value.trim()); };
$("choose").onsubmit = (e) => e.preventDefault();
$("home-button").onclick = () => goHome();
$("return").onclick = goBack;
$("language").onchange = (e) => { own.set("language", e.target.value); const to = new URL(location.href); to.searchParams.delete("language"); location.href = to.href; };
$("share").onclick = async () => {
  const link = new URL(location.pathname, location.href), from = { ...(source || {}) };
  if (from.text || from.campaign || !source) { tell(t("Only shipped battles have a link; save the battle as a file instead."), true); return; }
  if (from.daily) link.searchParams.set("daily", from.daily);
  else for (const [key, value] of Object.entries({ scenario: from.scenario, ruleset: $("ruleset").value, red: $("red").value, blue: $("blue").value, seed: $("seed").value })) if (value) link.searchParams.set(key, value);
  document.body.dataset.link = link.href;
  try { await navigator.clipboard.writeText(link.href); tell(t("The link is copied: {link}", { link: link.href })); } catch { tell(link.href); }
};
$("save").onclick = async () => {
  const answer = await ask({ ask: "save" });
  if (answer.error) { tell(answer.error, true); return; }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([answer.record])); link.download = "battle.fivefoot"; link.click();
  URL.revokeObjectURL(link.href);
};
async function read(file) {
  if (!own_battle()) return;
  const text = await file.text();
  $("home").hidden = true; veil(t("Loading …"));
  await loaded;
  if (!/^\{"(fivefoot|save|event)"/.test(text)) { if (!await open({ text })) goHome(); return; }
  hold();
  const number = ++opened, answer = await ask({ ask: "log", text });
  if (number !== opened) return;
  if (answer.error) { page(t("This save cannot be loaded"), answer.error, [[t("Close")]]); goHome(); return; }
  over = answer.over; seat = null; source = null; take(answer);
  tell(t("{file}: {title}, {count} events, by the rules of {ruleset}.", { file: file.name, title: stage.title, count: states.moments.length, ruleset: stage.ruleset }));
}
$("file").onchange = (e) => { if (e.target.files[0]) read(e.target.files[0]); e.target.value = ""; };
addEventListener("dragover", (e) => { e.preventDefault(); document.body.classList.add("over"); });
addEventListener("dragleave", (e) => { if (!e.relatedTarget) document.body.classList.remove("over"); });
addEventListener("drop", (e) => { e.preventDefault(); document.body.classList.remove("over"); if (e.dataTransfer.files[0]) read(e.dataTransfer.files[0]); });
