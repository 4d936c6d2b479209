// Python with the engine, from the files of a site: `site` has its `settings`, reads `bytes(name)`, imports
// `module(name)` and knows the `url(name)` of each. A snapshot of the memory saves starting Python and importing.
const HOME = "/engine", ARCHIVE = "/engine.zip", WHEEL = "/msgspec.zip", REST = "/rest", PADDED = 8192;

// Pyodide with the page's `game` among its globals; `told` hears what is being loaded.
export async function started(site, told = () => {}) {
  told("Python");
  if (site.settings.snapshot) {
    try { return await restored(site); } catch (problem) { console.warn(`the snapshot cannot be used: ${problem}`); }
  }
  const pyodide = await loaded(site, {});
  told("the engine");
  await pyodide.loadPackage(site.packages, { messageCallback: () => {} });
  pyodide.FS.mkdirTree(HOME);
  pyodide.unpackArchive(await site.bytes(site.settings.engine), "zip", { extractDir: HOME });
  pyodide.runPython(`import sys
sys.path.insert(0, "${HOME}")
from fivefoot.scenes.web.web_game import WebGame, plan_lightly
plan_lightly()
game = WebGame()`);
  return pyodide;
}

async function loaded(site, options) {
  const { loadPyodide } = await site.module("pyodide.mjs");
  return loadPyodide({ indexURL: site.url(""), ...options });
}

// Pyodide with msgspec's library loaded before Python runs, so that memory and table of functions are laid out as in the
// snapshot. How Python calls functions of unknown type differs by browser: `calls` is that function, and its address.
async function prepared(site, options, size) {
  const create = (await site.module("pyodide.asm.mjs")).default, library = new Uint8Array(await site.bytes(site.settings.library));
  let calls = null;
  const before = async (module) => {
    module.addRunDependency("library");
    if (size) module.growMemory(size);
    const address = (module.__PyRuntime + module.HEAP32[module.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET >> 2]) >> 2;
    calls = { address, value: module.HEAP32[address] };
    module.wasmTable.grow(PADDED - module.wasmTable.length % PADDED);
    const path = `${module.API.sitePackages}/msgspec/${site.settings.library.split("/").pop()}`;
    module.preloadedWasm[path] = await module.loadWebAssemblyModule(library, { loadAsync: true, nodelete: true }, path, {});
    module.removeRunDependency("library");
  };
  const createPyodideModule = (settings) => create(Object.assign(settings, { preRun: [...settings.preRun, before] }));
  return { pyodide: await loaded(site, { createPyodideModule, ...options }), calls };
}

// A snapshot: the length of the rest, the rest (a line of JSON with the length of each file, then the files), the memory.
async function restored(site) {
  const packed = new Blob([await site.bytes(site.settings.snapshot)]).stream();
  const whole = await new Response(packed.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  const end = 4 + new Uint32Array(whole, 0, 1)[0], rest = new Uint8Array(whole, 4, end - 4), memory = new Uint8Array(whole, end);
  const { pyodide, calls } = await prepared(site, { _loadSnapshot: memory }, memory.length - new Uint32Array(whole, end, 2)[1]);
  pyodide._module.HEAP32[calls.address] = calls.value;
  let at = rest.indexOf(10) + 1;
  for (const [name, length] of Object.entries(JSON.parse(new TextDecoder().decode(rest.subarray(0, at))))) {
    pyodide.FS.mkdirTree(`${HOME}/${name}`.replace(/\/[^/]*$/, ""));
    pyodide.FS.writeFile(`${HOME}/${name}`, rest.subarray(at, at += length));
  }
  return pyodide;
}

// What `restored` takes: the memory of Python with the engine imported and used once, and the files that are not in it.
export async function snapshot(site) {
  const { pyodide, calls } = await prepared(site, { _makeSnapshot: true });
  pyodide.FS.writeFile(WHEEL, new Uint8Array(await site.bytes(site.settings.msgspec)));
  pyodide.FS.writeFile(ARCHIVE, new Uint8Array(await site.bytes(site.settings.engine)));
  pyodide.runPython(`import sys, zipfile
with zipfile.ZipFile("${WHEEL}") as wheel: wheel.extractall("${pyodide._api.sitePackages}")
with zipfile.ZipFile("${ARCHIVE}") as engine: engine.extractall("${HOME}")
sys.path.insert(0, "${HOME}")
from fivefoot.scenes.web import warm_start, web_game
web_game.plan_lightly()
game = warm_start.warmed()
warm_start.write_rest("${ARCHIVE}", "${HOME}", "${REST}")`);
  pyodide._module.HEAP32[calls.address] = 0;
  const rest = pyodide.FS.readFile(REST), memory = pyodide.makeMemorySnapshot(), head = Uint32Array.of(rest.length);
  return new Uint8Array(await new Blob([head, rest, memory]).arrayBuffer());
}
