// Runs a Python program on a site's engine as the page starts it, under Node: node digests.mjs SITE PROGRAM [plain].
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [home, program] = process.argv.slice(2, 4).map((word) => resolve(word));
const settings = JSON.parse(readFileSync(join(home, "settings.json"), "utf8"));
if (process.argv[4] === "plain") delete settings.snapshot;
else if (!settings.snapshot) throw new Error("the site has no snapshot");
console.warn = (problem) => { throw new Error(problem); };
const { started } = await import(pathToFileURL(join(home, "engine.mjs")));
const pyodide = await started({
  settings,
  packages: join(home, settings.msgspec),
  bytes: (name) => new Uint8Array(readFileSync(join(home, name))).buffer,
  module: (name) => import(pathToFileURL(join(home, settings.pyodide, name))),
  url: (name) => join(home, settings.pyodide, name),
});
pyodide.runPython(readFileSync(program, "utf8"));
