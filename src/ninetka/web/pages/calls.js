// Calls to the rules, which answer JSON-RPC (docs/serve.md).
// May import: rules.js.

import { rules } from "./rules.js";

// Why something is not done: a sentence for the player.
export class Refusal extends Error {}

// The results of several calls, made in one message.
export async function ask(calls) {
  const requests = calls.map(([method, params], id) => ({ jsonrpc: "2.0", id, method, params }));
  const replies = JSON.parse(await rules.ask(JSON.stringify(requests)));
  return replies.map(resultOf);
}

export async function call(method, params) {
  const request = { jsonrpc: "2.0", id: 0, method, params };
  return resultOf(JSON.parse(await rules.ask(JSON.stringify(request))));
}

function resultOf(reply) {
  if (reply.error) {
    throw new Refusal(reply.error.message);
  }
  return reply.result;
}
