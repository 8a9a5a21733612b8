// What the computer finds out about the position of a ply, better and better, until another is asked about.
// May import: calls.js, game.js, rules.js, state.js.

import { call } from "./calls.js";
import { positionAt } from "./game.js";
import { rules } from "./rules.js";
import { state } from "./state.js";

const STAGES = ["search:0.5s", "search:2s"]; // one that is soon there, and one that says more
const REST = 250; // milliseconds for which a ply is shown before it is analysed
const REPLAYED = 700; // the same while the moves are replayed
const found = new WeakMap(); // by ply: {stages, moves}, the number of stages that are done and what they gave
let stopping = new AbortController();

// The best moves that are known for a ply, or null.
export function knownMoves(ply) {
  return found.get(ply)?.moves ?? null;
}

export function stopAnalysis() {
  stopping.abort();
}

// Analyses a ply, and calls `tell` whenever there is more in `knownMoves`. Returns when all is done.
export async function analyse(at, tell) {
  stopAnalysis();
  const { signal } = (stopping = new AbortController());
  const { plies, timer } = state.steps;
  const ply = plies[at];
  const position = positionAt(at);
  await new Promise((done) => setTimeout(done, timer ? REPLAYED : REST));
  for (let stages = found.get(ply)?.stages ?? 0; stages < STAGES.length && !signal.aborted; stages += 1) {
    const params = { ...position, player: STAGES[stages], analysis: true };
    const result = await unlessStopped(call("choose", params, (line) => rules.think(line, signal)), signal);
    if (result) {
      found.set(ply, { stages: stages + 1, moves: result.analysis?.moves ?? [{ move: result.move }] });
    }
    if (!signal.aborted) {
      tell();
    }
  }
}

// What is promised; null if it fails since it was stopped.
async function unlessStopped(promise, signal) {
  try {
    return await promise;
  } catch (error) {
    if (signal.aborted) {
      return null;
    }
    throw error;
  }
}
