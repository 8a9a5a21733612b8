// What stands beside the board: players, turn, buttons and comment.

import { elementsOf, make, page } from "./elements.js";
import { GLYPHS, TEXT, computerToMove, isPersonsTurn, marksOf, playerLabel, undoTarget, wayToStop, withNames } from "./game.js";
import { saveGame } from "./saved.js";
import { state } from "./state.js";
import { readable, t } from "./words.js";

/**
 * @import { Facts } from "./calls.js"
 * @import { Ply } from "./state.js"
 */

const UNFINISHED = "*";
/** @type {Ply | null} */
let noted = null; // the ply whose comment can be written

export function renderGame() {
  const { game } = state;
  page.players.textContent = game.seats.map((_, seat) => playerLabel(seat)).join(" \u2013 ");
  document.title = `${page.players.textContent} \u00b7 ${game.name}`;
  page.summary.textContent = game.summary;
  const { picture = "" } = state.games.find(({ name }) => name === game.name) ?? {};
  page["rules-picture"].replaceChildren(...elementsOf(picture));
  page.tags.replaceChildren(
    ...Object.entries({ ...game.options, ...game.tags }).flatMap(([name, value]) => [
      make("dt", "", name),
      make("dd", "", value),
    ]),
  );
  page.form.replaceChildren(
    ...game.forms.map((form) => new Option(form === TEXT ? t("text (.{0})", form) : form.toUpperCase(), form)),
  );
}

/**
 * Points and whose turn it is, as the steps through the game show them.
 * @param {Ply} ply
 * @param {Facts} facts
 */
export function describePly(ply, facts) {
  const { scores, is_over, winners } = facts;
  const points = (scores ?? []).map((each, seat) => `${state.game.seats[seat]} ${each}`);
  ply.score = readable(points.join(" \u00b7 "));
  ply.to_move = is_over ? wonBy(winners) : t("{0} to move", playerLabel(ply.mover));
}

/** @param {number[]} winners */
function wonBy(winners) {
  return winners.length ? t("Won by {0}", winners.map(playerLabel).join(", ")) : t("Nobody has won");
}

/**
 * Whose turn it is, and what can be done.
 * @param {number} at
 */
export function renderTurn(at) {
  const { game, steps, thinking } = state;
  const { facts, mover } = steps.plies[at];
  if (!facts) {
    return; // they come with the picture
  }
  const isLast = at === steps.last;
  page.game.classList.toggle("earlier", !isLast);
  const result = steps.plies[steps.last].facts?.result ?? UNFINISHED;
  page.result.textContent = result === UNFINISHED ? t("unfinished") : readable(result);
  page.result.classList.toggle("open", result === UNFINISHED);
  const instruction = instructionAt(at, facts);
  if (page.instruction.textContent !== instruction) {
    page.instruction.textContent = instruction; // which is heard
  }
  page.expected.textContent = expectedOf(steps.plies[at]);
  page.hint.hidden = !isLast || facts.is_over || !game.computers.includes(null);
  page.hint.setAttribute("aria-disabled", String(!isPersonsTurn(at))); // it stays, so that no other button takes its place
  page.undo.textContent = isLast ? t("Undo") : t("Go on from here");
  page.undo.setAttribute("aria-disabled", String(isLast && undoTarget() === null));
  page.redo.setAttribute("aria-disabled", String(!isLast || !game.undone.length));
  page.resign.hidden = !(isPersonsTurn(at) && wayToStop("resigns", facts, mover));
  page.ground.hidden = !(isPersonsTurn(at) && wayToStop("grounds", facts, mover));
  page.agree.hidden = !(isPersonsTurn(at) && facts.endings?.includes("agreement"));
  page.computer.hidden = !(isLast && computerToMove());
  page.computer.textContent = thinking === null ? t("Let the computer move") : t("Stop the computer");
  page.typed.hidden = !isLast || facts.is_over;
  page.position.value = steps.plies[at].position;
}

/**
 * @param {number} at
 * @param {Facts} facts
 */
function instructionAt(at, facts) {
  const { steps, thinking } = state;
  const { mover } = steps.plies[at];
  if (at !== steps.last) {
    return [t("This is an earlier position."), steps.plies[at].comment].filter(Boolean).join(" ");
  }
  if (facts.is_over) {
    return withNames(facts.explanation);
  }
  if (thinking !== null) {
    return t("{0} is thinking \u2026", playerLabel(mover));
  }
  return computerToMove() ? t("It is the computer's turn.") : withNames(facts.instruction);
}

/**
 * What a computer player expected of the move that it made, if it plays games out.
 * @param {Ply} ply
 */
function expectedOf({ seat, analysis }) {
  if (!analysis || seat === undefined) {
    return "";
  }
  const share = Math.round(100 * analysis.moves[0].share);
  const games = analysis.playouts.toLocaleString(document.documentElement.lang);
  const line = analysis.line.slice(0, 8).join(" ");
  return t("{0} expected {1} % ({2} games): {3}", playerLabel(seat), share, games, line);
}

/**
 * Shows the comment on a ply, unless the user is writing one.
 * @param {number} at
 */
export function renderNote(at) {
  if (document.activeElement !== page.note) {
    noted = state.steps.plies[at];
    page.note.value = noted.comment;
    page.glyph.value = String(noted.annotations?.glyphs?.[0] ?? "");
    page.glyph.disabled = at === 0;
  }
}

/**
 * Puts a glyph on the move to a ply; 0 takes it away.
 * @param {number} at
 * @param {number} glyph
 */
export function markPly(at, glyph) {
  const { links, plies } = state.steps;
  const ply = plies[at];
  ply.annotations = { ...ply.annotations, glyphs: glyph ? [glyph] : undefined };
  ply.marks = marksOf(ply.annotations);
  links[at].textContent = `${ply.move}${ply.marks}`;
  saveGame();
}

/**
 * Writes a comment on the move to a ply, if it has none.
 * @param {number} at
 * @param {string} comment
 */
export function notePly(at, comment) {
  const { links, plies } = state.steps;
  plies[at].comment ||= comment;
  links[at].title = plies[at].comment;
  saveGame();
}

page.glyph.append(new Option(""), ...GLYPHS.map((mark, at) => new Option(mark, String(at + 1))));
page.glyph.addEventListener("change", () => markPly(state.steps.ply, Number(page.glyph.value)));
page.note.addEventListener("input", () => {
  const { steps } = state;
  if (!noted) {
    return;
  }
  noted.comment = page.note.value;
  const link = steps.links[steps.plies.indexOf(noted)];
  if (link) {
    link.title = noted.comment;
  }
  saveGame();
});
page.note.addEventListener("blur", () => renderNote(state.steps.ply));
