// A seat over a WebSocket, for browsers and Node 22 (Node 20: node --experimental-websocket).
// node seat.js ws://127.0.0.1:8765 TOKEN

const [address, token] = process.argv.slice(2);
const socket = new WebSocket(address);
const asked = new Map();
const creatures = new Map();
let number = 0;
let next = 0; // the number of the first event that has not been heard
let busy = true; // until the board has been seen

function ask(call, args = {}) {
  number += 1;
  socket.send(JSON.stringify({ id: number, call, args }));
  return new Promise((resolve, reject) => asked.set(number, { resolve, reject }));
}

function hear(told) {
  if (told.id !== undefined) {
    const { resolve, reject } = asked.get(told.id) ?? { reject: console.error };
    asked.delete(told.id);
    return "error" in told ? reject(new Error(told.error)) : resolve(told.result);
  }
  told.moments.forEach(tell);
  if (told.state) for (const one of told.state.creatures) creatures.set(one.name, one);
  play(told.waits);
}

function tell(moment) {
  next = Math.max(next, moment.event.seq + 1);
  for (const one of moment.changed ?? []) creatures.set(one.name, one);
  for (const name of moment.gone ?? []) creatures.delete(name);
  if (moment.line) console.log(moment.line);
}

const far = (a, b) => Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]));

// Clicks on the nearest enemy as long as that does something, then ends the turn.
async function turn(name) {
  for (let clicks = 0; clicks < 4; clicks += 1) {
    const me = creatures.get(name);
    const foes = [...creatures.values()].filter((one) => one.side !== me.side && !one.out);
    const [foe] = foes.sort((a, b) => far(a.at, me.at) - far(b.at, me.at));
    if (!foe) break;
    const pressed = await ask("press", { square: foe.at.slice(0, 2), who: foe.name, sure: true });
    if (!pressed.played) break;
    if (pressed.waits.turn !== name) return pressed.waits;
  }
  return (await ask("end")).waits;
}

async function play(waits) {
  if (busy) return;
  busy = true;
  while (waits.turn || waits.decision) {
    if (waits.turn) waits = await turn(waits.turn);
    else waits = (await ask("answer", { key: waits.decision.default })).waits;
  }
  busy = false;
  if (waits.over) {
    console.log(JSON.stringify(waits.over));
    socket.close();
  }
}

socket.onmessage = ({ data }) => hear(JSON.parse(data));
socket.onclose = ({ reason }) => process.exit(reason ? 1 : 0);
socket.onopen = async () => {
  const { events = [], lines = [] } = await ask("open", { token, since: next });
  events.forEach((event, index) => tell({ event, line: lines[index] }));
  const { state, waits } = await ask("look");
  for (const one of state.creatures) creatures.set(one.name, one);
  busy = false;
  play(waits);
};
