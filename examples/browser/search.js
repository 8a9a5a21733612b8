// Searches for a move with a game's WebAssembly, without Python. Takes a plan as the method `plan` of
// docs/serve.md gives it, and answers once: what `choose` takes as `found`, or null if it cannot search.

import { Engine } from "./engine.mjs";
import "./engines.js";

/** @import { Plan } from "./engine.mjs" */

onmessage = async ({ data: plan }) => postMessage(await search(plan).catch(() => null));

/** @param {Plan & { file: string, contents: Record<string, string> }} plan */
async function search(plan) {
  if (!engines.includes(plan.file)) {
    return null; // this build has no file for the game
  }
  const module = await WebAssembly.compileStreaming(fetch(`engines/${plan.file}`));
  const contents = Object.entries(plan.contents).map(([name, text]) => [name, bytesOf(text)]);
  const engine = await Engine.begin(module, Object.fromEntries(contents));
  const seconds = engine.search(plan);
  return { moves: engine.moves, seconds };
}

/** @param {string} base64 */
function bytesOf(base64) {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
