// Changes of the game on the page: each is kept and shown.
// May import: game.js, state.js, storage.js.

import { lastPly } from "./game.js";
import { state } from "./state.js";
import { keepEverywhere } from "./storage.js";

// Adds the ply that the rules replied with. A user who is looking at an earlier one stays there.
export async function addPly(reply, drawn = null) {
  const { steps } = state;
  const before = lastPly();
  const follows = steps.ply === steps.last;
  const turn = before.facts?.begins_turn === false ? before.turn : (before.turn ?? 0) + 1;
  const { svg, changes, ...facts } = reply;
  const { position, move, to_move: mover, is_over } = facts;
  const ply = { position, move, seat: before.mover, turn, comment: "", mover, is_over, facts };
  state.taken = [];
  steps.append(ply);
  keepEverywhere();
  state.lastReply = drawn && { ...drawn, ply };
  await steps.show(follows ? steps.last : steps.ply);
}

export async function setEnding(ending) {
  state.game.ending = ending;
  keepEverywhere();
  await state.steps.show(state.steps.last);
}

// Goes on with these plies in place of the game's.
export async function reopen(plies) {
  const { game, steps } = state;
  steps.open(plies, game.seats.length);
  keepEverywhere();
  await steps.show(steps.last);
}
