// A bot for fivefoot in JavaScript (Node): goes to the nearest enemy, of two equally near the weaker, and strikes it.
//
//     fivefoot battle FILE --red "cmd:node examples/bots/nearest.js" --blue random
//
// The protocol is described in docs/bots.md. Needs nothing but Node.

const readline = require("readline");

const gap = (a, b) => Math.max(...a.slice(0, 2).map((p, i) => Math.abs(p - b[i])));

function choose({ actor, creatures, legal }) {
  const end = legal.findIndex((intent) => intent.do === "end");
  const me = creatures.find((c) => c.name === actor);
  const enemies = creatures.filter((c) => c.side !== me.side && !c.out);
  if (enemies.length === 0) return end;
  const rank = (c) => [gap(me.at, c.at), c.hp ?? Infinity];
  enemies.sort((a, b) => rank(a)[0] - rank(b)[0] || rank(a)[1] - rank(b)[1]);
  const prey = enemies[0];
  for (const wanted of ["full-attack", "attack", "charge", "stand"]) {
    const index = legal.findIndex(
      (intent) => intent.do === wanted && (!intent.target || enemies.some((c) => c.name === intent.target)),
    );
    if (index >= 0) return index;
  }
  let best = end;
  let nearest = gap(me.at, prey.at);
  legal.forEach((intent, index) => {
    if (intent.do !== "move" && intent.do !== "crawl") return;
    const to = intent.to ?? intent.path[intent.path.length - 1];
    if (gap(to, prey.at) < nearest) [best, nearest] = [index, gap(to, prey.at)];
  });
  return best;
}

const say = (answer) => process.stdout.write(JSON.stringify(answer) + "\n");

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") say({ type: "hello", protocol: "fivefoot-bot", version: 1, name: "nearest.js" });
  else if (message.type === "choose") say({ type: "choice", id: message.id, index: choose(message) });
});
