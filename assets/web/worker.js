// Python and the engine, beside the page: questions come in as objects, answers go out as objects.
let game = null;

async function start(home) {
  const settings = await (await fetch(new URL("settings.json", home))).json();
  const from = new URL(settings.pyodide, home).href;
  const { loadPyodide } = await import(new URL("pyodide.mjs", from).href);
  postMessage({ loading: "Python" });
  const pyodide = await loadPyodide({ indexURL: from });
  postMessage({ loading: "the engine" });
  const wheel = settings.msgspec.endsWith(".whl") ? new URL(settings.msgspec, home).href : settings.msgspec;
  await pyodide.loadPackage(wheel, { messageCallback: () => {} });
  const packed = await (await fetch(new URL(settings.engine, home))).arrayBuffer();
  pyodide.FS.mkdirTree("/engine");
  pyodide.unpackArchive(packed, "zip", { extractDir: "/engine" });
  game = pyodide.runPython("import sys\nsys.path.insert(0, '/engine')\nfrom fivefoot.scenes.web.web_game import WebGame\nWebGame()");
}

onmessage = async ({ data }) => {
  try {
    if (data.home) { await start(data.home); postMessage({ ready: true }); return; }
    postMessage({ number: data.number, answer: JSON.parse(game.ask(JSON.stringify(data.question))) });
  } catch (problem) {
    const told = String(problem && problem.message || problem).trim().split("\n").pop();
    postMessage(data.home ? { failed: told } : { number: data.number, answer: { error: told } });
  }
};
