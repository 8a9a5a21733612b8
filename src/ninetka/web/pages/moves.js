// Moves as they are made and taken back, and endings that are not moves.

import { focusBoard, pictureParams, shownPicture } from "./board.js";
import { Refusal, call } from "./calls.js";
import { letComputerMove, stopThinking } from "./computers.js";
import { closest, page } from "./elements.js";
import { computerThatMoved, computerToMove, lastPly, playerLabel, positionParams, undoTarget, wayToStop, withNames } from "./game.js";
import { clearPicks } from "./picks.js";
import { addPly, askAbout } from "./plies.js";
import { enqueue } from "./queue.js";
import { saveGame, saveIn } from "./saved.js";
import { setHalted, state } from "./state.js";
import { t } from "./words.js";

/** @import { Game, Ply } from "./state.js" */

export function checkTurn() {
  const { game, steps } = state;
  if (steps.ply !== steps.last) {
    throw new Refusal(t("this is an earlier position: press Go on from here to play from it"));
  }
  if (game.ending) {
    throw new Refusal(t("the game is over: {0}", withNames(lastPly().facts?.explanation ?? "")));
  }
  if (computerToMove()) {
    throw new Refusal(t("it is the computer's turn"));
  }
}

/**
 * Asks the rules for something that may lead to the next ply, whose facts and picture come with it.
 * Returns their reply, once a move that was made is shown.
 * @template {"apply" | "click"} M
 * @param {M} method
 * @param {object} params
 */
export async function askForMove(method, params) {
  const { last } = state.steps;
  const { position } = lastPly();
  const since = shownPicture;
  const picture = pictureParams(position, since);
  const facts = { ply: last + 1, picture };
  const reply = await call(method, { ...positionParams(last), ...params, facts });
  if (reply.position) {
    clearPicks();
    await addPly(reply, { picture, reply, since });
    letComputerMove();
  }
  return reply;
}

/** @param {string} move */
export async function makeMove(move) {
  checkTurn();
  const { judge } = state.game;
  if (judge) {
    const { move: whole } = await call("apply", { ...positionParams(state.steps.last), move });
    return judge(whole);
  }
  return askForMove("apply", { move });
}

/**
 * Makes a move at the ply that is shown. If the game went on otherwise from there, that stays as a branch.
 * @param {string} move
 */
export async function playHere(move) {
  const { game, steps } = state;
  if (state.thinking !== null) {
    throw new Refusal(t("it is the computer's turn"));
  }
  if (steps.plies[steps.ply + 1]?.move === move) {
    steps.step(steps.ply + 1);
    return;
  }
  if (steps.ply !== steps.last || game.ending) {
    await undo();
  }
  await askForMove("apply", { move });
}

/** @param {string} ending */
async function end(ending) {
  const { game, steps } = state;
  const outcome = await call("outcome", { ...positionParams(steps.last), ending });
  const losing = game.computers.findIndex((player, seat) => player && !outcome.winners.includes(seat));
  if (ending === "agreement" && losing !== -1) {
    throw new Refusal(t("{0} does not agree, since it would not win", playerLabel(losing)));
  }
  await replaceLine(steps.plies, ending, []);
  saveGame();
  focusBoard(); // the button is gone
}

/**
 * The player whose turn it is resigns or grounds.
 * @param {string} kind
 */
async function stop(kind) {
  checkTurn();
  const { facts, mover } = lastPly();
  const { move, ending } = (facts && wayToStop(kind, facts, mover)) ?? {};
  if (ending) {
    await end(ending);
  } else if (move) {
    await makeMove(move);
    focusBoard();
  }
}

async function undo() {
  const { game, steps } = state;
  const at = steps.ply === steps.last ? undoTarget() : steps.ply;
  if (at === null) {
    return;
  }
  const next = steps.plies.at(at + 1);
  const halted = next ? !game.computers.includes(null) || computerThatMoved(next) !== null : state.halted;
  const undone = [...game.undone, ...(game.ending ? [game.ending] : []), ...steps.plies.slice(at + 1).reverse()];
  await replaceLine(steps.plies.slice(0, at + 1), null, undone, halted);
}

async function redo() {
  const { game, steps } = state;
  if (steps.ply !== steps.last || !game.undone.length) {
    return;
  }
  const remaining = [...game.undone];
  const plies = [...steps.plies];
  let { ending } = game;
  for (let next = remaining.pop(); next; next = remaining.pop()) {
    if (typeof next === "string") {
      ending = next;
    } else {
      plies.push(next);
    }
    const then = remaining.at(-1);
    if (typeof then !== "object" || computerThatMoved(then) === null) {
      break;
    }
  }
  await replaceLine(plies, ending, remaining);
  letComputerMove();
}

/**
 * Goes on with these plies and this ending in place of the game's. Nothing changes before the rules have drawn them.
 * @param {Ply[]} plies
 * @param {string | null} ending
 * @param {Game["undone"]} undone
 * @param {boolean} halted
 */
async function replaceLine(plies, ending, undone, halted = state.halted) {
  const { game, steps } = state;
  const last = plies.length - 1;
  const drawn = await askAbout(plies, last, ending);
  stopThinking();
  clearPicks();
  game.ending = ending;
  game.undone = undone;
  setHalted(halted);
  steps.open(plies, game.seats.length);
  saveIn("sessionStorage", "localStorage"); // the list of games has the moves that were taken back
  await steps.show(last, drawn);
}

document.addEventListener("keydown", (event) => {
  const isZ = event.key.toLowerCase() === "z";
  const act = isZ && !event.shiftKey ? undo : isZ || event.key === "y" ? redo : null;
  const isChord = (event.ctrlKey || event.metaKey) && !event.altKey;
  if (act && isChord && !state.opened?.judge && !closest(event.target, "input, textarea, dialog")) {
    event.preventDefault();
    enqueue(act);
  }
});
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
