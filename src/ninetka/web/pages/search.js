// Searches for a move with a game's WebAssembly, in a worker. Takes a plan as the method `plan` of
// docs/serve.md gives it, and answers once: what `choose` takes as `found`, or null if it cannot search.
// May import: engine.mjs.

import { Engine } from "./engine.mjs";

/** @import { Plan } from "./engine.mjs" */

onmessage = async ({ data: plan }) => postMessage(await search(plan).catch(() => null));

/** @param {Plan & { file: string, contents: Record<string, string> }} plan */
async function search(plan) {
  const module = await WebAssembly.compileStreaming(fetch(`engines/${plan.file}`));
  const contents = Object.entries(plan.contents).map(([name, text]) => [name, bytesOf(text)]);
  const engine = await Engine.begin(module, Object.fromEntries(contents));
  const seconds = engine.search(plan);
  return { moves: engine.moves, line: engine.line, seconds };
}

/** @param {string} base64 */
function bytesOf(base64) {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
