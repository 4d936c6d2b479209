// Runs a Python program on a site's engine under Node: node digests.mjs SITE PROGRAM.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [site, program] = process.argv.slice(2).map((word) => resolve(word));
const settings = JSON.parse(readFileSync(join(site, "settings.json"), "utf8"));
const { loadPyodide } = await import(pathToFileURL(join(site, settings.pyodide, "pyodide.mjs")));
const pyodide = await loadPyodide({ indexURL: join(site, settings.pyodide) });
await pyodide.loadPackage(join(site, settings.msgspec), { messageCallback: () => {} });
pyodide.FS.mkdirTree("/engine");
pyodide.unpackArchive(new Uint8Array(readFileSync(join(site, settings.engine))).buffer, "zip", { extractDir: "/engine" });
pyodide.runPython("import sys; sys.path.insert(0, '/engine')");
pyodide.runPython(readFileSync(program, "utf8"));
