// Searches for moves with a game's WebAssembly, in a worker. Takes plans as the method `plan` of docs/serve.md
// gives them, and answers each: what `choose` takes as `found`, or null if it cannot search.

import { Engine } from "./engine.mjs";

/**
 * @import { Plan } from "./engine.mjs"
 * @typedef {Plan & { file: string, contents: Record<string, string>, actions: number[] | null }} WholePlan
 */

/** @type {Engine | null} */
let engine = null; // with what was found last

onmessage = async ({ data: plan }) => postMessage(await search(plan).catch(() => null));

/** @param {WholePlan} plan */
async function search(plan) {
  const named = Object.entries(plan.contents).map(([name, text]) => [name, bytesOf(text)]);
  const contents = Object.fromEntries(named);
  if (!plan.actions || !engine?.follow(contents, plan.actions)) {
    const module = await WebAssembly.compileStreaming(fetch(`engines/${plan.file}`));
    engine = await Engine.begin(module, contents);
  }
  const seconds = engine.search(plan);
  return { moves: engine.moves, line: engine.line, seconds };
}

/** @param {string} base64 */
function bytesOf(base64) {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
