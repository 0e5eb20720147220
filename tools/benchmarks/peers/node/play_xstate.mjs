// Sends events round a ring of states and says how long one took.
// usage: node play_xstate.mjs NODE_MODULES none|callback SECONDS
import { createRequire } from "node:module";
import { join } from "node:path";
import { report } from "./clock.mjs";

const SIZE = 12;
const [modules, kind, seconds] = process.argv.slice(2);
const load = createRequire(join(modules, "x.js"));
const { createActor, createMachine } = load("xstate");

const states = {};
for (let place = 0; place < SIZE; place++) {
  states[`ring${place}`] = { on: { next: `ring${(place + 1) % SIZE}` } };
  if (kind === "callback") states[`ring${place}`].entry = () => {};
}
const actor = createActor(createMachine({ id: "ring", initial: "ring0", states })).start();

function laps() {
  for (let step = 0; step < SIZE * 200; step++) actor.send({ type: "next" });
  if (actor.getSnapshot().value !== "ring0") throw new Error("the ring was left");
  return SIZE * 200;
}

report(laps, Number(seconds), { xstate: load("xstate/package.json").version });
