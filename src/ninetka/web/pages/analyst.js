// What the computer finds out about the position of a ply, better and better, until another is asked about.

import { call } from "./calls.js";
import { positionParams } from "./game.js";
import { rules } from "./rules.js";
import { state } from "./state.js";

/**
 * @import { Exact, Results } from "./calls.js"
 * @import { Ply } from "./state.js"
 */

/** @typedef {{ move: string, share?: number }} KnownMove its share of the win, unless it is the only move or proven */
/** @typedef {{ moves?: KnownMove[], exact?: Exact }} Known */
/** @typedef {<M extends keyof Results>(method: M, params: object) => Promise<Results[M]>} Ask */

// What is soon there, whether perfect play is known, and what takes longer but says more.
/** @type {((ask: Ask) => Promise<Known>)[]} */
const STAGES = [(ask) => searched(ask, "search:0.5s"), proven, (ask) => searched(ask, "search:2s")];
const DELAY_MS = 250; // for which a ply is shown before it is analysed
const REPLAY_DELAY_MS = 700; // the same while the moves are replayed
/** @type {WeakMap<Ply, Known & { stages: number }>} */
const found = new WeakMap(); // by ply: the number of stages that are done, and what they gave
let stopping = new AbortController();

/**
 * The best moves that are known for a ply, or null.
 * @param {Ply} ply
 */
export function knownMoves(ply) {
  return found.get(ply)?.moves ?? null;
}

/**
 * What a ply is worth under perfect play, or null.
 * @param {Ply} ply
 */
export function knownValue(ply) {
  return found.get(ply)?.exact ?? null;
}

export function stopAnalysis() {
  stopping.abort();
}

/**
 * Analyses a ply, and calls `tell` whenever more is known. Returns when all is done.
 * @param {number} at
 * @param {() => void} tell
 */
export async function analyse(at, tell) {
  stopAnalysis();
  const { signal } = (stopping = new AbortController());
  const { plies, timer } = state.steps;
  const ply = plies[at];
  const position = positionParams(at);
  /** @type {Ask} */
  const ask = (method, params) => call(method, { ...position, ...params }, (line) => rules.think(line, signal));
  await new Promise((done) => setTimeout(done, timer ? REPLAY_DELAY_MS : DELAY_MS));
  for (const stage of STAGES.slice(found.get(ply)?.stages)) {
    if (signal.aborted || knownValue(ply)) {
      return;
    }
    const known = await unlessStopped(stage(ask), signal);
    if (known) {
      const before = found.get(ply);
      found.set(ply, { ...before, ...known, stages: (before?.stages ?? 0) + 1 });
    }
    if (!signal.aborted) {
      tell();
    }
  }
}

/**
 * @param {Ask} ask
 * @param {string} player
 * @returns {Promise<Known>}
 */
async function searched(ask, player) {
  const { analysis, move } = await ask("choose", { player, analysis: true });
  return { moves: analysis?.moves ?? [{ move }] };
}

/**
 * @param {Ask} ask
 * @returns {Promise<Known>}
 */
async function proven(ask) {
  const exact = await ask("value", { seconds: 0.2 });
  return exact.proven ? { exact, moves: exact.moves.map((move) => ({ move })) } : {};
}

/**
 * What is promised; null if it fails since it was stopped.
 * @template T
 * @param {Promise<T>} promise
 * @param {AbortSignal} signal
 */
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
