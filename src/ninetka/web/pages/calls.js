// Calls to the rules, which answer JSON-RPC (docs/serve.md).
// May import: rules.js, words.js.

import { rules } from "./rules.js";
import { translated } from "./words.js";

// Why something is not done: a sentence for the player.
export class Refusal extends Error {}

// The results of several calls, made in one message.
export async function ask(calls) {
  const requests = calls.map(([method, params], id) => requestOf(method, params, id));
  const replies = JSON.parse(await rules.ask(JSON.stringify(requests)));
  return replies.map(resultOf);
}

// The result of one call, which `send` passes on: to the rules, unless it says otherwise.
export async function call(method, params, send = (line) => rules.ask(line)) {
  return resultOf(JSON.parse(await send(JSON.stringify(requestOf(method, params, 0)))));
}

// The games that can be begun, with pictures: a file that is there before the rules are.
export async function games() {
  const response = await fetch("games.json");
  return (await response.json()).games;
}

// The records of puzzles, by the game's name: another such file.
export async function puzzleRecords() {
  const response = await fetch("puzzles.json");
  return response.json();
}

function requestOf(method, params, id) {
  return { jsonrpc: "2.0", id, method, params };
}

function resultOf(reply) {
  if (reply.error) {
    throw new Refusal(translated(reply.error.message));
  }
  return reply.result;
}
