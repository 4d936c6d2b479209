// A tiny engine for a part of the suite, in JavaScript: the d20 rules on flat ground, without opportunity attacks.
// It reads JSON messages line by line and answers each in a line; docs/suite.md says what they are.
//
//     fivefoot suite run "node examples/suite/flat_ground.mjs" --suite build/suite

import { createInterface } from "node:readline";

const SIZES = ["fine", "diminutive", "tiny", "small", "medium", "large", "huge", "gargantuan", "colossal"];
const SIDES = { large: 2, huge: 3, gargantuan: 4, colossal: 6 };
const REACH = {
  tall: { small: 5, medium: 5, large: 10, huge: 15, gargantuan: 20, colossal: 30 },
  long: { small: 5, medium: 5, large: 5, huge: 10, gargantuan: 15, colossal: 20 },
};
const FEATURES = [
  "mode.walk", "size.small", "size.medium", "size.large", "size.huge", "size.gargantuan", "size.colossal",
  "tile.wall", "tile.pillar", "tile.difficult", "others", "creature.body", "creature.reach", "creature.reach_weapon",
  "creature.threatens", "do.move", "do.move.path", "do.end", "rules.actions", "rules.corners", "rules.diagonals",
  "event.moved", "event.refused", "event.done", "why",
  "expect.at", "expect.spent", "expect.event", "expect.refused", "expect.reach", "expect.threat", "expect.distance",
];

let board, rules, creatures, log, turn;

const tile = (x, y) => board[y]?.[x] ?? "#";
const side = (who) => SIDES[who.size] ?? 1;
const rank = (who) => SIZES.indexOf(who.size ?? "medium");
const apart = (one, other) => Math.abs(rank(one) - rank(other));
const space = (who, [x, y] = who.at) =>
  Array.from({ length: side(who) ** 2 }, (_, n) => [x + (n % side(who)), y + Math.floor(n / side(who))]);
const steps = (dx, dy) => Math.max(dx, dy) + (rules.diagonals === "one" ? 0 : Math.floor(Math.min(dx, dy) / 2));
const gaps = (one, other) =>
  [0, 1].map((i) => Math.max(other.at[i] - (one.at[i] + side(one) - 1), one.at[i] - (other.at[i] + side(other) - 1), 0));
const event = (kind, fields) => {
  log.push({ event: kind, seq: log.length, round: turn, turn, rules: [], ...fields });
};

function fits(who, place) {
  return space(who, place).every(([x, y]) => !"#o".includes(tile(x, y)));
}

function others(who, place) {
  const own = new Set(space(who, place).map(String));
  return Object.values(creatures).filter((one) => one !== who && space(one).some((square) => own.has(String(square))));
}

// What a step costs in squares and whether the next diagonal is dearer for it; null where it is barred.
function step(who, [x, y], [a, b], odd) {
  const [dx, dy] = [a - x, b - y];
  if (Math.max(Math.abs(dx), Math.abs(dy)) !== 1 || !fits(who, [a, b])) return null;
  if (others(who, [a, b]).some((one) => one.side !== who.side && apart(who, one) < 3)) return null;
  const slants = dx !== 0 && dy !== 0;
  if (slants && rules.corners !== "free") {
    const past = [...space(who, [a, y]), ...space(who, [x, b])];
    if (past.some(([i, j]) => tile(i, j) === "#")) return null;
  }
  const rough = space(who, [a, b]).some(([i, j]) => tile(i, j) === ":");
  if (rules.diagonals === "one") return [rough ? 2 : 1, false];
  if (rough) return [slants ? 3 : 2, odd];
  return [slants && odd ? 2 : 1, slants ? !odd : odd];
}

function reach(who) {
  const most = Math.floor((who.speed ?? 30) / 5);
  const found = new Map([[`${who.at[0]},${who.at[1]},false`, 0]]);
  const open = [[0, [who.at[0], who.at[1]], false]];
  while (open.length) {
    open.sort((one, other) => one[0] - other[0]);
    const [cost, [x, y], odd] = open.shift();
    for (let n = 0; n < 9; n += 1) {
      const to = [x - 1 + (n % 3), y - 1 + Math.floor(n / 3)];
      const taken = step(who, [x, y], to, odd);
      if (taken === null || cost + taken[0] > most) continue;
      const key = `${to[0]},${to[1]},${taken[1]}`;
      if (found.has(key) && found.get(key) <= cost + taken[0]) continue;
      found.set(key, cost + taken[0]);
      open.push([cost + taken[0], to, taken[1]]);
    }
  }
  const places = new Map();
  for (const [key, cost] of found) {
    const [x, y] = key.split(",").map(Number);
    const place = `${x},${y}`;
    if (!places.has(place) || places.get(place).cost > cost * 5) {
      const home = x === who.at[0] && y === who.at[1];
      places.set(place, { at: [x, y, 0], cost: cost * 5, can_stop: home || others(who, [x, y]).length === 0 });
    }
  }
  return [...places.values()];
}

function threat(who) {
  if (who.threatens === false) return [];
  const natural = (who.reach ?? REACH[who.body ?? "tall"][who.size ?? "medium"]) / 5;
  const [least, most] = who.reach_weapon ? [natural, natural * 2] : [-1, natural];
  const within = (squares, dx, dy) => steps(dx, dy) <= squares;
  const found = [];
  board.forEach((row, y) =>
    [...row].forEach((_, x) => {
      const [dx, dy] = gaps(who, { at: [x, y] });
      if (within(most, dx, dy) && (least < 0 || !within(least, dx, dy))) found.push([x, y, 0]);
    }),
  );
  return found;
}

// Why an intent may not be done: a sentence, or null. A lawful move comes back as what it costs, step by step.
function judged(who, intent, left) {
  if (intent.do === "end") return [];
  if (left <= 0 && rules.actions !== "free") return `${who.name} has no action left to move with`;
  const costs = [];
  let [here, odd, spent] = [who.at, false, 0];
  for (const to of intent.path) {
    const taken = step(who, here, to, odd);
    if (taken === null) return `the way to ${to} is barred`;
    [here, odd, spent] = [[to[0], to[1], 0], taken[1], spent + taken[0]];
    costs.push([here, taken[0] * 5]);
  }
  if (spent > Math.floor((who.speed ?? 30) / 5)) return `that is ${spent * 5} feet, more than the speed of ${who.name}`;
  return others(who, here).length ? `${who.name} may not end in another's space` : costs;
}

function state(before) {
  const told = Object.values(creatures).map((one) => [one.name, { at: one.at, conditions: [], hp: one.hp ?? null }]);
  return { events: log.slice(before), creatures: Object.fromEntries(told) };
}

const ASKED = {
  hello: () => ({
    protocol: 1, engine: "flat-ground", version: "1", rulesets: ["d20-srd"], features: FEATURES, cites: false,
  }),
  load({ scenario }) {
    board = scenario.board.map.replace(/^\n|\n$/g, "").split("\n");
    rules = scenario.rules ?? {};
    creatures = Object.fromEntries(scenario.creatures.map((one) => [one.name, { ...one, at: [one.at[0], one.at[1], 0] }]));
    [log, turn] = [[], 0];
    return state(0);
  },
  apply({ actor, intents }) {
    const [who, before] = [creatures[actor], log.length];
    turn += 1;
    event("turn-started", { actor });
    let left = 2;
    for (const intent of intents) {
      const verdict = judged(who, intent, left);
      if (typeof verdict === "string") {
        event("refused", { actor, intent: intent.do, reason: verdict });
        continue;
      }
      left -= 1;
      let spent = 0;
      for (const [to, cost] of verdict) {
        event("moved", { who: actor, from: who.at, to, cost, mode: "walk" });
        [who.at, spent] = [to, spent + cost];
      }
      event("done", { actor, intent: intent.do, spent, at: who.at });
      if (intent.do === "end") break;
    }
    event("turn-ended", { actor });
    return state(before);
  },
  why({ actor, intent }) {
    const verdict = judged(creatures[actor], intent, 2);
    return { refused: typeof verdict === "string" ? { rules: [], reason: verdict } : null };
  },
  reach: ({ creature }) => ({ reach: reach(creatures[creature]) }),
  threat: ({ creature }) => ({ threat: threat(creatures[creature]) }),
  distance: ({ from, to }) => ({ distance: steps(...gaps(creatures[from], creatures[to])) * 5 }),
};

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  const answer = ASKED[message.ask]?.(message) ?? { error: `this engine knows no ${message.ask}` };
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
