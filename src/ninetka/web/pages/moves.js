// Moves as they are made and taken back, and endings that are not moves.
// May import: board.js, calls.js, computers.js, elements.js, game.js, panel.js, plies.js, state.js.

import { focusBoard, wantedPicture } from "./board.js";
import { Refusal, call } from "./calls.js";
import { letComputerMove, stopThinking } from "./computers.js";
import { page } from "./elements.js";
import { called, clearPicks, computerToMove, lastPly, positionAt, undoneTo, wayOut } from "./game.js";
import { enqueue } from "./panel.js";
import { addPly, reopen, setEnding } from "./plies.js";
import { state } from "./state.js";

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
// Returns their reply, once a move that was made is shown.
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

// The player whose turn it is resigns or grounds.
async function stop(kind) {
  checkTurn();
  const { facts, mover } = lastPly();
  const { move, ending } = wayOut(kind, facts, mover);
  if (ending) {
    await end(ending);
  } else {
    await makeMove(move);
    focusBoard();
  }
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

page.undo.addEventListener("click", () => enqueue(undo));
page.redo.addEventListener("click", () => enqueue(redo));
page.resign.addEventListener("click", () => enqueue(() => stop("resigns")));
page.ground.addEventListener("click", () => enqueue(() => stop("grounds")));
page.agree.addEventListener("click", () =>
  enqueue(async () => {
    checkTurn();
    await end("agreement");
  }),
);
page.hints.addEventListener("change", () => enqueue(() => state.steps.show(state.steps.ply)));
