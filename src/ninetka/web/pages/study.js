// Analysis of the position that is shown, once it is switched on: the best moves, which can be played,
// and who is expected to win.

import { analyse, knownMoves, knownValue, stopAnalysis } from "./analyst.js";
import { drawMoves, eraseMoves } from "./best.js";
import { closeBook, renderBook } from "./book.js";
import { make, page } from "./elements.js";
import { computerToMove, playerLabel } from "./game.js";
import { playHere } from "./moves.js";
import { enqueue, say, sayError } from "./queue.js";
import { rules } from "./rules.js";
import { state } from "./state.js";
import { percent, t } from "./words.js";

/**
 * @import { KnownMove } from "./analyst.js"
 * @import { Exact, Facts } from "./calls.js"
 * @import { Ply } from "./state.js"
 */

/** @typedef {{ ply: Ply, move: string }} Offered */

const MAX_SHOWN_MOVES = 3;
/** @type {Map<HTMLButtonElement, Offered | null>} */
const offers = new Map(); // by button: what it plays, if anything
/** @type {string | null} */
let studied = null; // the id of the game for which the analysis is on
/** @type {Ply | null} */
let analysed = null; // the ply that it is about, or was about until it was done
/** @type {Offered | null | undefined} */
let pressed; // what the button offered when it was pressed, since better moves may come meanwhile

/**
 * Has the ply that is shown analysed, if that is switched on. Another game switches it off.
 * @param {number} at
 */
export function study(at) {
  const { game, steps } = state;
  const isOn = studied === game.id && !game.judge;
  const isWanted = isOn && !steps.plies[at].facts?.is_over && !waits();
  if (isOn) {
    renderBook(steps.plies[at], play);
  } else {
    studied = null;
    closeBook();
  }
  page.analyse.setAttribute("aria-pressed", String(isOn));
  page.study.hidden = !isOn;
  if (!isWanted) {
    stopAnalysis();
    analysed = null;
  } else if (analysed !== steps.plies[at]) {
    analysed = steps.plies[at];
    analyse(at, render).catch(failed);
  }
  render();
}

// Computer players need the time for themselves.
function waits() {
  return state.thinking !== null || (Boolean(computerToMove()) && !state.halted);
}

/** @param {Error} error */
function failed(error) {
  analysed = null;
  sayError(error);
}

function render() {
  const { steps } = state;
  const ply = steps.plies[steps.ply];
  const moves = (analysed === ply && knownMoves(ply)?.slice(0, MAX_SHOWN_MOVES)) || [];
  eraseMoves();
  page.gauge.hidden = true;
  if (studied === null || !ply.facts) {
    return;
  }
  [...offers.keys()].forEach((button, rank) => renderOffer(button, ply, moves, rank));
  drawMoves(moves.map(({ move }) => move));
  renderOutlook(ply, ply.facts, moves[0]);
  page.study.setAttribute("aria-busy", String(analysed === ply && !moves.length));
}

/**
 * A button stays in its place while the computer thinks, so that the focus does.
 * @param {HTMLButtonElement} button
 * @param {Ply} ply
 * @param {KnownMove[]} moves
 * @param {number} rank
 */
function renderOffer(button, ply, moves, rank) {
  const offered = moves[rank];
  const isExpected = !moves.length && analysed === ply;
  const share = offered?.share === undefined ? "" : percent(offered.share);
  const shown = offered ? offered.move : isExpected ? "\u2026" : "";
  button.replaceChildren(make("span", "rank", String(rank + 1)), " ", make("span", "offer", shown), " ", make("span", "", share));
  button.title = offered ? t("Play {0}", offered.move) : "";
  button.setAttribute("aria-disabled", String(!offered));
  button.classList.toggle("unused", !shown);
  offers.set(button, offered ? { ply, move: offered.move } : null);
}

/**
 * @param {Ply} ply
 * @param {Facts} facts
 * @param {KnownMove | undefined} best
 */
function renderOutlook(ply, facts, best) {
  const { first, text } = outlookOf(ply, facts, best);
  page.outlook.textContent = text;
  page.gauge.hidden = state.game.seats.length !== 2;
  page.gauge.ariaLabel = text;
  if (first !== undefined) {
    page.filled.style.setProperty("--first", String(first));
  }
}

/**
 * What the first of two players may expect, as far as it is known, and what is said about it.
 * @param {Ply} ply
 * @param {Facts} facts
 * @param {KnownMove | undefined} best
 * @returns {{ first?: number, text: string }}
 */
function outlookOf(ply, facts, best) {
  const { mover, to_move: ended = "" } = ply;
  if (facts.is_over) {
    const [winner, ...others] = facts.winners;
    const isDrawn = winner === undefined || others.length > 0;
    return { first: isDrawn ? 0.5 : Number(winner === 0), text: t("Exact: {0}", ended) };
  }
  if (!analysed) {
    return { text: t("The analysis waits for the computer's move.") };
  }
  const exact = knownValue(ply);
  if (exact) {
    return { first: exact.payoffs[0], text: t("Exact: {0}", valued(exact, mover)) };
  }
  if (!best) {
    return { text: t("The computer is looking for the best moves \u2026") };
  }
  if (best.share === undefined) {
    return { text: t("There is only one move.") };
  }
  if (state.game.seats.length !== 2) {
    return { text: t("{0} may expect {1} of the win.", playerLabel(mover), percent(best.share)) };
  }
  const first = mover === 0 ? best.share : 1 - best.share;
  return { first, text: comparison(Math.round(100 * first)) };
}

/**
 * Who wins, or what the player to move may expect, if everybody plays perfectly.
 * @param {Exact} exact
 * @param {number} mover
 */
function valued({ payoffs, distance }, mover) {
  const winner = payoffs.indexOf(1);
  if (winner >= 0) {
    return distance === null ? t("{0} wins", playerLabel(winner)) : t("{0} wins, moves to the end: {1}", playerLabel(winner), distance);
  }
  return payoffs.length === 2 ? t("a draw") : t("{0} may expect {1} of the win.", playerLabel(mover), percent(payoffs[mover]));
}

/** @param {number} first */
function comparison(first) {
  if (first === 50) {
    return t("Even: 50 % to 50 %");
  }
  const leader = Number(first < 50);
  const most = Math.max(first, 100 - first);
  return t("Better for {0}: {1} % to {2} %", playerLabel(leader), most, 100 - most);
}

function toggle() {
  studied = studied === null ? state.game.id : null;
  again();
}

// A ply without facts is being drawn, which calls `study`.
function again() {
  const { plies, ply } = state.steps;
  if (plies[ply].facts) {
    study(ply);
  }
}

/**
 * Plays the move, unless the position has changed since.
 * @param {Offered | null | undefined} offered
 */
function play(offered) {
  if (!offered) {
    return;
  }
  enqueue(async () => {
    if (offered.ply === state.steps.plies[state.steps.ply]) {
      await playHere(offered.move);
    } else {
      say(t("The position had changed before your click on {0}: click again if you mean it.", offered.move));
    }
  });
}

for (let rank = 1; rank <= MAX_SHOWN_MOVES; rank += 1) {
  const button = make("button", "");
  button.type = "button";
  button.addEventListener("pointerdown", () => {
    pressed = offers.get(button);
  });
  button.addEventListener("click", ({ detail }) => {
    play(detail && pressed !== undefined ? pressed : offers.get(button)); // keys press nothing before
    pressed = undefined;
  });
  offers.set(button, null);
  page.best.append(button);
}
page.analyse.addEventListener("click", () => enqueue(toggle));
page.computer.addEventListener("click", () => enqueue(again)); // it may have been stopped
