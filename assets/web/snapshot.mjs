// Writes the snapshot of a site's engine, and tries it: node snapshot.mjs SITE.
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const home = resolve(process.argv[2]), settings = JSON.parse(readFileSync(join(home, "settings.json"), "utf8"));
const { snapshot, started } = await import(pathToFileURL(join(home, "engine.mjs")));
const site = {
  settings,
  bytes: (name) => readFileSync(join(home, name)),
  module: (name) => import(pathToFileURL(join(home, settings.pyodide, name))),
  url: (name) => join(home, settings.pyodide, name),
};
writeFileSync(join(home, settings.snapshot), gzipSync(await snapshot(site)));
console.warn = (problem) => { throw new Error(problem); };
const game = (await started(site)).globals.get("game");
const answer = JSON.parse(game.ask(JSON.stringify({ ask: "open", scenario: "bridge", red: "you", seed: 1 })));
if (answer.error || !answer.waits.turn) throw new Error(answer.error || "the snapshot does not play");
