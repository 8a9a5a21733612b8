// Moves as they are made and taken back, endings that are not moves, and computer players.
// May import: board.js, calls.js, elements.js, game.js, panel.js, rules.js, state.js, storage.js.

import { focusBoard, wantedPicture } from "./board.js";
import { Refusal, call } from "./calls.js";
import { clamp, page } from "./elements.js";
import { called, clearPicks, computerToMove, endingOf, lastPly, positionAt, undoneTo } from "./game.js";
import { attempt, say, sayError, tellNote, tellTurn } from "./panel.js";
import { rules } from "./rules.js";
import { state } from "./state.js";
import { keepEverywhere } from "./storage.js";

export function checkTurn() {
  const { game, steps } = state;
  if (steps.ply !== steps.last) {
    throw new Refusal("this is an earlier position: press Go on from here to play from it");
  }
  if (game.ending) {
    throw new Refusal(`the game is over: ${game.ending}`);
  }
  if (computerToMove()) {
    throw new Refusal("it is the computer's turn");
  }
}

// Asks the rules for something that may lead to the next ply, whose facts and picture come with it.
// Gives their reply, after the move if one was made.
export async function askForMove(method, params) {
  const { last } = state.steps;
  const { position } = lastPly();
  const picture = wantedPicture(position);
  const { shown } = state;
  const facts = { ply: last + 1, picture };
  const reply = await call(method, { ...positionAt(last), ...params, facts });
  if (reply.position) {
    clearPicks();
    await addPly(reply, { picture, reply, shown });
    letComputerMove();
  }
  return reply;
}

export function makeMove(move) {
  checkTurn();
  return askForMove("apply", { move });
}

// Adds the ply that the rules replied with. Somebody who looks at an earlier ply goes on doing so.
async function addPly(reply, drawn = null) {
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
  state.fresh = drawn && { ...drawn, ply };
  await steps.show(follows ? steps.last : steps.ply);
}

async function end(ending) {
  stopThinking();
  clearPicks();
  const { game, steps } = state;
  const outcome = await call("outcome", { ...positionAt(steps.last), ending });
  const losing = game.computers.findIndex((player, seat) => player && !outcome.winners.includes(seat));
  if (ending === "agreement" && losing !== -1) {
    throw new Refusal(`${called(losing)} does not agree, since it would not win`);
  }
  state.taken = [];
  await setEnding(ending);
  focusBoard(); // the button is gone
}

async function setEnding(ending) {
  state.game.ending = ending;
  keepEverywhere();
  await state.steps.show(state.steps.last);
}

async function undo() {
  const { game, steps, taken } = state;
  const at = steps.ply === steps.last ? undoneTo() : steps.ply;
  if (at === null) {
    return;
  }
  stopThinking();
  clearPicks();
  if (game.ending) {
    taken.push(game.ending);
    if (steps.ply === steps.last) {
      await setEnding(null);
      return;
    }
    game.ending = null;
  }
  taken.push(...steps.plies.slice(at + 1).reverse());
  state.halted = !game.computers.includes(null) || Boolean(game.computers[steps.plies[at + 1].seat]);
  await reopen(steps.plies.slice(0, at + 1));
}

async function redo() {
  const { game, steps, taken } = state;
  if (steps.ply !== steps.last || !taken.length) {
    return;
  }
  stopThinking();
  clearPicks();
  const plies = [...steps.plies];
  while (taken.length) {
    const next = taken.pop();
    if (typeof next === "string") {
      game.ending = next;
    } else {
      plies.push(next);
    }
    const seat = taken.at(-1)?.seat;
    if (seat === undefined || game.computers[seat] === null) {
      break;
    }
  }
  await reopen(plies);
  letComputerMove();
}

async function reopen(plies) {
  const { game, steps } = state;
  steps.open(plies, game.seats.length);
  keepEverywhere();
  await steps.show(steps.last);
}

// Computer players.

export async function letComputerMove() {
  const player = computerToMove();
  if (!player || state.thinking !== null || state.halted) {
    return;
  }
  const ply = lastPly();
  state.thinking = ply;
  tellTurn(state.steps.ply);
  const { last } = state.steps;
  const params = { ...positionAt(last), player, facts: { ply: last + 1 } };
  const asked = JSON.stringify({ jsonrpc: "2.0", id: 0, method: "choose", params });
  const reply = rules.think(asked).then(JSON.parse);
  const answered = await reply.catch((error) => ({ error }));
  state.done = state.done
    .then(() => (state.thinking === ply ? answer(ply, answered) : null))
    .catch(sayError);
}

// Makes the move that a computer player has chosen after a ply.
async function answer(ply, { result, error }) {
  state.thinking = null;
  if (error) {
    state.halted = true;
    tellTurn(state.steps.ply);
    say(`${called(ply.mover)} cannot move: ${error.message}`);
  } else {
    await addPly(result);
    letComputerMove();
  }
}

export function stopThinking() {
  if (state.thinking !== null) {
    state.thinking = null;
    rules.stopThinking();
  }
}

page.computer.addEventListener("click", () =>
  attempt(() => {
    state.halted = state.thinking !== null;
    stopThinking();
    tellTurn(state.steps.ply);
    letComputerMove();
  }),
);
page.undo.addEventListener("click", () => attempt(undo));
page.redo.addEventListener("click", () => attempt(redo));
page.resign.addEventListener("click", () =>
  attempt(async () => {
    checkTurn();
    const { facts, mover } = lastPly();
    await end(endingOf("resigns", facts.endings, mover));
  }),
);
page.agree.addEventListener("click", () =>
  attempt(async () => {
    checkTurn();
    await end("agreement");
  }),
);
page.hints.addEventListener("change", () => attempt(() => state.steps.show(state.steps.ply)));
page.note.addEventListener("input", () => {
  const { noted, steps } = state;
  noted.comment = page.note.value;
  const link = steps.links[steps.plies.indexOf(noted)];
  if (link) {
    link.title = noted.comment;
  }
  keepEverywhere();
});
page.note.addEventListener("blur", () => tellNote(state.steps.ply));
window.addEventListener("hashchange", () => {
  const asked = new URLSearchParams(location.hash.slice(1)).get("ply");
  if (state.game && asked !== null) {
    state.steps.show(clamp(Math.trunc(asked) || 0, state.steps.last));
  }
});
