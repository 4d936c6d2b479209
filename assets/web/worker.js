// Python and the engine, beside the page: questions come in as objects, answers go out as objects.
import { started } from "./engine.mjs";
let game = null;

async function start(home) {
  const read = async (name) => {
    const answer = await fetch(new URL(name, home));
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
    return answer;
  };
  const settings = await (await read("settings.json")).json();
  const from = new URL(settings.pyodide, home).href, { msgspec } = settings;
  const pyodide = await started({
    settings,
    packages: msgspec.endsWith(".whl") ? new URL(msgspec, home).href : msgspec,
    bytes: async (name) => (await read(name)).arrayBuffer(),
    module: (name) => import(new URL(name, from).href),
    url: (name) => from + name,
  }, (loading) => postMessage({ loading }));
  game = pyodide.globals.get("game");
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
