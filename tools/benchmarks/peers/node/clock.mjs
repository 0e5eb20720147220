// Times work in the way of clock.py: warmed up first, then for so many seconds, one line of JSON at the end.
import { readFileSync } from "node:fs";

/** Nanoseconds this thread has been on a processor; by the clock on the wall where the system does not tell. */
function threadTime() {
  try {
    return BigInt(readFileSync(`/proc/self/task/${process.pid}/schedstat`, "latin1").split(" ")[0]);
  } catch {
    return process.hrtime.bigint();
  }
}

function forSeconds(work, seconds) {
  const began = process.hrtime.bigint();
  const onProcessor = threadTime();
  const until = began + BigInt(Math.round(seconds * 1e9));
  let units = 0;
  do units += work(); while (process.hrtime.bigint() < until);
  return { units, seconds: Number(threadTime() - onProcessor) / 1e9, wall: Number(process.hrtime.bigint() - began) / 1e9 };
}

/** `work` returns how many units (moves, events) it did. */
export function report(work, seconds, versions) {
  forSeconds(work, seconds / 2);
  const measured = forSeconds(work, seconds);
  console.log(JSON.stringify({ ...measured, versions: { node: process.versions.node, ...versions } }));
}

/** A quick generator of numbers from 0 to 1, the same each time. */
export function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}
