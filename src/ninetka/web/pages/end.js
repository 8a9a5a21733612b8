// The end of a game: who won and why, the points over the game, and what can be done next.

import { ask } from "./calls.js";
import { elementsOf, make, page } from "./elements.js";
import { SEAT_TAGS, playerLabel, positionParams, withNames } from "./game.js";
import { shareLink } from "./links.js";
import { enqueue } from "./queue.js";
import { beginGame } from "./setup.js";
import { state } from "./state.js";
import { t } from "./words.js";

/**
 * @import { Points } from "./calls.js"
 * @import { Ply } from "./state.js"
 */

const MAX_CHART_PLIES = 60;
const [WIDTH, HEIGHT] = [300, 90]; // of the chart, in its own units
/** @type {Ply[] | null} */
let charted = null; // the plies that the chart is about

/** @param {number} at */
export function renderEnd(at) {
  const { game, steps } = state;
  const { facts } = steps.plies[at];
  const isEnd = at === steps.last && facts?.is_over && !game.judge;
  page.end.hidden = !isEnd;
  if (!isEnd) {
    return;
  }
  page.won.textContent = wonBy(facts.winners);
  page.why.textContent = withNames(facts.explanation) || (steps.plies[at].score ?? "");
  page.rematch.hidden = "position" in game.options;
  if (charted !== steps.plies) {
    charted = steps.plies;
    page.curve.replaceChildren();
    page.chart.replaceChildren();
    page.shared.textContent = "";
    drawChart(steps.plies).catch(() => {}); // the end is told without it
  }
}

/** @param {number[]} winners */
function wonBy(winners) {
  const { computers } = state.game;
  if (!winners.length) {
    return t("Nobody has won");
  }
  if (computers.filter((player) => player === null).length === 1) {
    return winners.includes(computers.indexOf(null)) ? t("You won") : t("You lost");
  }
  return t("{0} won", winners.map(playerLabel).join(", "));
}

/**
 * The points of each player over the game, if the game has any before its end.
 * @param {Ply[]} plies
 */
async function drawChart(plies) {
  const last = plies.length - 1;
  const count = Math.min(last, MAX_CHART_PLIES);
  const shown = Array.from({ length: count + 1 }, (_, at) => Math.round((at * last) / (count || 1)));
  const replies = await ask(shown.map((at) => ["outcome", positionParams(at)]));
  const scores = replies.map((reply) => reply.scores?.map(numberOf) ?? []);
  const all = scores.flat();
  const [least, most] = [Math.min(0, ...all), Math.max(0, ...all)];
  const isTold = scores.slice(0, -1).flat().some(Boolean); // not only at the end
  if (plies !== charted || !isTold || all.some(Number.isNaN) || most <= least) {
    return;
  }
  /** @param {number} at */
  const x = (at) => 4 + ((WIDTH - 24) * shown[at]) / (last || 1);
  /** @param {number} points */
  const y = (points) => 8 + ((HEIGHT - 16) * (most - points)) / (most - least);
  const lines = state.game.seats.map((_, seat) => {
    const path = scores.map((points, at) => `${x(at)} ${y(points[seat])}`).join("L");
    const end = `x="${WIDTH - 16}" y="${y(scores[count][seat]) + 4}"`;
    return `<path class="line-${seat}" d="M${path}"/><text ${end}></text>`;
  });
  const [chart] = elementsOf(`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}">${lines.join("")}</svg>`);
  chart.querySelectorAll("text").forEach((text, seat) => {
    text.textContent = state.game.seats[seat];
  });
  chart.setAttribute("role", "img");
  chart.setAttribute("aria-label", t("Points over the game"));
  page.chart.replaceChildren(make("span", "", t("Points over the game")), chart);
}

/**
 * Points are numbers, or fractions as texts.
 * @param {Points} points
 */
function numberOf(points) {
  const [over, under = 1] = String(points).split("/");
  return Number(over) / Number(under);
}

// The same game again, with the players one seat further.
async function rematch() {
  const { computers, options, tags } = state.game;
  /** @type {<V>(values: V[]) => V[]} */
  const turned = (values) => [...values.slice(1), values[0]];
  const names = computers.map((_, seat) => tags[SEAT_TAGS[seat]]);
  await beginGame(options, turned(computers.map((player) => player ?? "")), turned(names));
}

page.rematch.addEventListener("click", () => enqueue(rematch));
page.share.addEventListener("click", () => enqueue(() => shareLink(page.shared)));
