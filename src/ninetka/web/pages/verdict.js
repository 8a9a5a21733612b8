// What a review of a game has found: a curve, and the moves that cost most, each of which can be looked at.

import { drawMoves } from "./best.js";
import { costsOf, expectation } from "./costs.js";
import { elementsOf, make, page } from "./elements.js";
import { playerLabel } from "./game.js";
import { shareLink } from "./links.js";
import { notePly } from "./panel.js";
import { button, enqueue } from "./queue.js";
import { state } from "./state.js";
import { percent, t } from "./words.js";

/**
 * @import { Cost, Found } from "./costs.js"
 * @import { Ply } from "./state.js"
 */

const MAX_LISTED_MOVES = 3;
const MIN_LISTED_LOSS = 0.02; // of the win
const DECISIVE_LOSS = 0.2; // of the win
const [WIDTH, HEIGHT] = [300, 60]; // of the curve, in its own units
/** @type {Ply[] | null} */
let reviewed = null; // the plies that it is about

export function closeVerdict() {
  reviewed = null;
  page.reviewed.hidden = true;
  page.curve.replaceChildren();
}

// Hides the box once another game is shown.
export function renderReviewed() {
  page.reviewed.hidden = reviewed !== state.steps.plies;
}

/**
 * @param {number} at
 * @param {number} count
 */
export function tellProgress(at, count) {
  reviewed = state.steps.plies;
  page.reviewed.hidden = false;
  page.finding.ariaLive = "off"; // until it is done
  page.finding.textContent = t("The computer looks at position {0} of {1} \u2026", at + 1, count);
  page.costly.replaceChildren();
  page["moment-shared"].textContent = "";
}

// The curve is about the only person among the players, or else about the first.
function seatOfCurve() {
  const people = peopleOf();
  return people.length === 1 ? people[0] : 0;
}

function peopleOf() {
  return state.game.computers.flatMap((player, seat) => (player === null ? [seat] : []));
}

/**
 * @param {Found[]} found
 * @param {number} count
 */
export function drawCurve(found, count) {
  const seat = seatOfCurve();
  /** @param {number} at */
  const x = (at) => (WIDTH * at) / (count - 1 || 1);
  /** @param {number} at */
  const y = (at) => HEIGHT * (1 - (expectation(found, seat, at) ?? expectation(found, seat, 0) ?? 0.5));
  const points = found.map((_, at) => `${x(at)},${y(at)}`).join(" ");
  const [curve] = elementsOf(
    `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none">` +
      `<path d="M0 ${HEIGHT / 2}h${WIDTH}"/><polyline points="${points}"/></svg>`,
  );
  const said = t("{0}: chance to win, from 0 to 100 %", playerLabel(seat));
  curve.setAttribute("role", "img");
  curve.setAttribute("aria-label", said);
  curve.addEventListener("click", ({ clientX }) => {
    const { left, width } = curve.getBoundingClientRect();
    state.steps.step(Math.round(((clientX - left) / width) * state.steps.last));
  });
  page.curve.replaceChildren(make("span", "", said), curve);
}

/**
 * Lists the moves that cost people most; those of all players if no person played.
 * @param {Ply[]} plies
 * @param {Found[]} found
 */
export function showVerdict(plies, found) {
  const people = peopleOf();
  const costs = costsOf(plies, found, people.length ? people : state.game.seats.map((_, seat) => seat));
  const listed = costs.filter(({ lost }) => lost >= MIN_LISTED_LOSS).slice(0, MAX_LISTED_MOVES);
  page.finding.ariaLive = "polite";
  page.finding.textContent = sentence(listed);
  page.costly.replaceChildren(...listed.map((cost) => buttonFor(plies, cost)));
  listed.forEach(noteBetter);
}

/**
 * Writes a better move where the record keeps it, so that it goes with a link.
 * @param {Cost} cost
 */
export function noteBetter({ at, best, before, after }) {
  if (best) {
    notePly(at, t("Better: {0} ({1} instead of {2})", best, percent(before), percent(after)));
  }
}

/** @param {Cost[]} costs */
function sentence([dearest]) {
  if (!dearest) {
    return t("The computer has found no move that cost much.");
  }
  return dearest.lost < DECISIVE_LOSS
    ? t("No single move decided the game. These cost most; choose one to see a better move.")
    : t("These moves cost most; choose one to see a better move.");
}

/**
 * @param {Ply[]} plies
 * @param {Cost} cost
 */
function buttonFor(plies, cost) {
  const { turn, move, marks = "" } = plies[cost.at];
  const choice = button(`${turn}. ${move}${marks} `, async () => {
    await show(plies, cost);
    for (const each of page.costly.children) {
      each.ariaPressed = String(each === choice);
    }
  });
  choice.append(make("span", "", `\u2212${percent(cost.lost)}`));
  return choice;
}

/**
 * Shows the position before a move, with a better one drawn.
 * @param {Ply[]} plies
 * @param {Cost} cost
 */
async function show(plies, { at, seat, best, before, after }) {
  state.steps.pause();
  await state.steps.show(at - 1);
  if (best) {
    drawMoves([best]);
  }
  const [from, to] = [percent(before), percent(after)];
  const said = t("{0} played {1}: the chance to win fell from {2} to {3}.", playerLabel(seat), plies[at].move, from, to);
  page.finding.textContent = best ? `${said} ${t("Better is {0}.", best)}` : said;
  page["moment-shared"].textContent = "";
}

page["share-moment"].addEventListener("click", () => enqueue(() => shareLink(page["moment-shared"])));
