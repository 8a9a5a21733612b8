// The page that replays games: the games in its data, put together from the parts of their pictures.

import { shapesIn, textOf } from "./comments.js";
import { clamp, elementsOf, make, page } from "./elements.js";
import { drawShapes, eraseOverlay } from "./shapes.js";
import { Steps } from "./steps.js";

/**
 * @import { Shape } from "./comments.js"
 * @import { Point } from "./shapes.js"
 * @import { Listed } from "./steps.js"
 */

/**
 * @typedef {[part: number, ...edits: [at: number, count: number, added: string][]]} Rewriting
 * @typedef {[at: number, count: number, ...parts: number[]]} Change
 * @typedef {{ share?: number, changes: Change[], shapes: Shape[], variations?: ReplayPly[][] }} PlyOfRecord
 * @typedef {Listed & PlyOfRecord} ReplayPly
 * @typedef {[at: number, count: number, added: SVGElement[]]} Replacement
 */

/**
 * @typedef {object} ReplayGame
 * @property {string} title
 * @property {string[]} players
 * @property {string} result
 * @property {string} [event]
 * @property {[name: string, value: string][]} tags
 * @property {Record<string, { middle: Point, size: number }>} places
 * @property {ReplayPly[]} plies
 */

/** @type {{ games: ReplayGame[], parts: (string | Rewriting)[] }} */
const data = JSON.parse(document.getElementById("data")?.textContent ?? "");
const parts = parsed(data.parts);
const LINES = ["solid", "dashed", "dotted", "thin", "faint"]; // of a curve, by seat
const several = data.games.length > 1;

/** @type {ReplayGame | null} */
let game = null; // the one shown
/** @type {SVGElement[]} */
let drawn = []; // the elements of the picture: the outermost one and what is in it
/** @type {{ ply: ReplayPly, undoing: Replacement[] }[]} */
let done = []; // each ply up to the one drawn, and what takes its changes back

/** @type {Steps<ReplayPly>} */
const steps = new Steps(address);
steps.draw = draw;

/**
 * A part is its text, or the number of an earlier part and how its text is changed, by characters.
 * @param {(string | Rewriting)[]} written
 */
function parsed(written) {
  /** @type {string[]} */
  const texts = [];
  for (const each of written) {
    texts.push(typeof each === "string" ? each : rewritten(texts, each));
  }
  return elementsOf(texts.join(""));
}

/**
 * @param {string[]} texts
 * @param {Rewriting} rewriting
 */
function rewritten(texts, [part, ...edits]) {
  const characters = [...texts[part]];
  for (const [at, count, added] of edits) {
    characters.splice(at, count, ...added);
  }
  return characters.join("");
}

/**
 * Takes out of the comments what they draw.
 * @param {ReplayPly[]} plies
 */
function readComments(plies) {
  for (const ply of plies) {
    ply.shapes = shapesIn(ply.comment);
    ply.comment = textOf(ply.comment);
    ply.variations?.forEach(readComments);
  }
}

/**
 * Goes back to where the line that is stepped through has left the one drawn, and on from there.
 * @param {number} at
 */
function draw(at) {
  const path = steps.plies.slice(0, at + 1);
  const left = path.findIndex((ply, index) => done[index]?.ply !== ply);
  const kept = left < 0 ? path.length : left;
  for (const { undoing } of done.splice(kept).reverse()) {
    for (const change of undoing.reverse()) {
      replace(...change);
    }
  }
  for (const ply of path.slice(kept)) {
    const undoing = ply.changes.map(([first, count, ...added]) =>
      replace(first, count, added.map((part) => /** @type {SVGElement} */ (parts[part].cloneNode(true)))),
    );
    done.push({ ply, undoing });
  }
  place();
  renderShapes(steps.plies[at].shapes);
  markCurve(at);
}

/**
 * The share of the win that each move has left the player who made it, as a program has judged it:
 * a line for each player. With two players, the first one's line says it all.
 * @param {ReplayPly[]} plies
 * @param {string[]} players
 */
function drawCurve(plies, players) {
  const two = players.length === 2;
  const shown = two ? players.slice(0, 1) : players;
  const lines = shown.map((_, seat) =>
    plies.flatMap(({ seat: mover, share }, at) => {
      const tells = share !== undefined && (two || mover === seat);
      return tells ? [`${at},${mover === seat ? 1 - share : share}`] : [];
    }),
  );
  page.curve.hidden = !lines.some((points) => points.length > 1);
  const last = Math.max(plies.length - 1, 1);
  const curves = lines.map(
    (points, seat) => `<polyline class="${LINES[seat]}" points="${points.join(" ")}"/>`,
  );
  const inside = `<path d="M0,.5H${last}"/>${curves.join("")}<path class="now"/>`;
  const box = `viewBox="0 0 ${last} 1" preserveAspectRatio="none"`;
  const [svg] = elementsOf(`<svg ${box}>${inside}</svg>`);
  svg.addEventListener("click", ({ offsetX }) => {
    steps.follow(0);
    steps.step(Math.round((offsetX / svg.clientWidth) * steps.last));
  });
  const names = shown.map((name, seat) => (two ? name : `${name} (${LINES[seat]})`));
  page.curve.replaceChildren(svg, make("figcaption", "", `Share of the win: ${names.join(", ")}`));
}

/** @param {number} at */
function markCurve(at) {
  page.curve.querySelector(".now")?.setAttribute("d", steps.line ? "" : `M${at},0V1`);
}

/**
 * @param {number} at
 * @param {number} count
 * @param {SVGElement[]} added
 * @returns {Replacement}
 */
function replace(at, count, added) {
  const removed = drawn.splice(at, count, ...added);
  for (const element of removed) {
    element.remove();
  }
  return [at, added.length, removed];
}

// Only what has changed is touched: on a board of a thousand points a ply changes a few elements.
function place() {
  const [svg, ...inside] = drawn;
  if (!svg.parentNode) {
    svg.setAttribute("preserveAspectRatio", "xMidYMin");
    page.board.replaceChildren(svg);
  }
  /** @type {Node | null} */
  let next = svg.firstChild;
  for (const element of inside) {
    if (element === next) {
      next = next.nextSibling;
    } else {
      svg.insertBefore(element, next);
    }
  }
}

/** @param {Shape[]} shapes */
function renderShapes(shapes) {
  eraseOverlay("own");
  if (shapes.length) {
    drawShapes(shapes, (name) => game?.places[name]);
  }
}

function listGames() {
  data.games.forEach(({ players, result, event }, number) => {
    const text = `${number + 1}. ${players.join(" \u2013 ")}, ${result}`;
    page.games.append(new Option(event ? `${text} \u00b7 ${event}` : text, String(number)));
  });
  page.games.hidden = false;
}

/** @param {number} number */
function openGame(number) {
  game = data.games[number];
  drawn = [];
  done = [];
  page.board.replaceChildren();
  page.games.value = String(number);
  page.players.textContent = game.players.join(" \u2013 ");
  page.result.textContent = game.result;
  page.tags.replaceChildren(
    ...game.tags.flatMap(([name, value]) => [make("dt", "", name), make("dd", "", value)]),
  );
  if (several) {
    document.title = `Game ${number + 1} of ${data.games.length}: ${game.title}`;
  }
  drawCurve(game.plies, game.players);
  steps.open(game.plies, game.players.length);
}

/**
 * @param {number} at
 * @param {number} line
 */
function address(at, line = 0) {
  const parts = [
    ...(several ? [`game=${Number(page.games.value) + 1}`] : []),
    ...(line ? [`line=${line}`] : []),
    `ply=${at}`,
  ];
  return `#${parts.join("&")}`;
}

// Numbers that are missing or out of range stand for the nearest there is.
function followAddress() {
  const asked = new URLSearchParams(location.hash.slice(1));
  /** @param {string} name */
  const numberOf = (name) => Math.trunc(Number(asked.get(name))) || 0;
  const number = clamp(numberOf("game") - 1, data.games.length - 1);
  steps.pause();
  if (game !== data.games[number]) {
    openGame(number);
  }
  steps.follow(clamp(numberOf("line"), steps.lines.length - 1));
  steps.show(clamp(numberOf("ply"), steps.last));
}

page.games.addEventListener("change", () => {
  location.hash = address(0);
});
window.addEventListener("hashchange", followAddress);

data.games.forEach(({ plies }) => readComments(plies));
if (several) {
  listGames();
}
page.replay.hidden = false;
followAddress();
