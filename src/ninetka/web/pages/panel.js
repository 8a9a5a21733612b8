// What stands beside the board: players, turn, buttons, comment and messages.
// May import: elements.js, game.js, state.js, storage.js.

import { make, page } from "./elements.js";
import { TEXT, called, computerToMove, isPersonsTurn, undoneTo, wayOut } from "./game.js";
import { state } from "./state.js";
import { keepEverywhere } from "./storage.js";

const UNFINISHED = "*";

export function say(text) {
  page.message.textContent = text;
}

export function sayError({ message }) {
  say(`${message[0].toUpperCase()}${message.slice(1)}`);
}

// Runs actions one after another, each when the one before is done; if one is refused, the page says why.
export function enqueue(action) {
  state.queue = state.queue.then(async () => {
    say("");
    await action();
  }).catch(sayError);
  return state.queue;
}

export function renderGame() {
  const { game } = state;
  page.players.textContent = game.seats.map((_, seat) => called(seat)).join(" \u2013 ");
  document.title = `${page.players.textContent} \u00b7 ${game.name}`;
  page.summary.textContent = game.summary;
  page.tags.replaceChildren(
    ...Object.entries({ ...game.options, ...game.tags }).flatMap(([name, value]) => [
      make("dt", "", name),
      make("dd", "", value),
    ]),
  );
  page.form.replaceChildren(
    ...game.forms.map((form) => new Option(form === TEXT ? `text (.${form})` : form.toUpperCase(), form)),
  );
}

// Points and whose turn it is, as the steps through the game show them.
export function describePly(ply, at) {
  const { scores, is_over, winners } = ply.facts;
  ply.score = (scores ?? []).map((points, seat) => `${state.game.seats[seat]} ${points}`).join(" \u00b7 ");
  ply.to_move = is_over ? ended(winners, at) : `${called(ply.mover)} to move`;
}

function ended(winners, at) {
  const { game, steps } = state;
  const won = winners.length ? `Won by ${winners.map(called).join(" and ")}` : "Nobody has won";
  return at === steps.last && game.ending ? `${won} \u00b7 ${game.ending}` : won;
}

// Whose turn it is, and what can be done.
export function renderTurn(at) {
  const { steps, taken, thinking } = state;
  const { facts, mover } = steps.plies[at];
  if (!facts) {
    return; // they come with the picture
  }
  const isLast = at === steps.last;
  const result = steps.plies[steps.last].facts?.result ?? UNFINISHED;
  page.result.textContent = result === UNFINISHED ? "unfinished" : result;
  page.instruction.textContent = instructionAt(at);
  page.undo.textContent = isLast ? "Undo" : "Go on from here";
  page.undo.setAttribute("aria-disabled", isLast && undoneTo() === null);
  page.redo.setAttribute("aria-disabled", !isLast || !taken.length);
  page.resign.hidden = !(isPersonsTurn(at) && wayOut("resigns", facts, mover));
  page.ground.hidden = !(isPersonsTurn(at) && wayOut("grounds", facts, mover));
  page.agree.hidden = !(isPersonsTurn(at) && facts.endings?.includes("agreement"));
  page.computer.hidden = !(isLast && computerToMove());
  page.computer.textContent = thinking === null ? "Let the computer move" : "Stop the computer";
  page.typed.hidden = !isLast || facts.is_over;
  page.position.value = steps.plies[at].position;
}

function instructionAt(at) {
  const { steps, thinking } = state;
  const { facts, mover } = steps.plies[at];
  if (at !== steps.last) {
    return "This is an earlier position.";
  }
  if (facts.is_over) {
    return facts.explanation;
  }
  if (thinking !== null) {
    return `${called(mover)} is thinking \u2026`;
  }
  return computerToMove() ? "It is the computer's turn." : facts.instruction;
}

// Shows the comment on a ply, unless the user is writing one.
export function renderNote(at) {
  if (document.activeElement !== page.note) {
    state.noted = state.steps.plies[at];
    page.note.value = state.noted.comment;
  }
}

page.note.addEventListener("input", () => {
  const { noted, steps } = state;
  noted.comment = page.note.value;
  const link = steps.links[steps.plies.indexOf(noted)];
  if (link) {
    link.title = noted.comment;
  }
  keepEverywhere();
});
page.note.addEventListener("blur", () => renderNote(state.steps.ply));
