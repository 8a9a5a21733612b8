// The book of one's own games: what was played in the position that is shown, how often, and how it ended.
// May import: elements.js, keys.js, panel.js, shelf.js, state.js, words.js.

import { make, page } from "./elements.js";
import { keyOf } from "./keys.js";
import { sayError } from "./panel.js";
import { allKept } from "./shelf.js";
import { state } from "./state.js";
import { t } from "./words.js";

let shown = null; // the ply that the book is about

// Shows the moves from a ply in the other games on this device; `play` makes one of them.
export function renderBook(ply, play) {
  if (shown !== ply) {
    shown = ply;
    find(ply, play).catch(sayError);
  }
}

export function closeBook() {
  shown = null;
  page.book.replaceChildren();
}

async function find(ply, play) {
  const games = await allKept();
  if (shown !== ply) {
    return; // another is shown by now
  }
  const moves = [...movesFrom(keyOf(ply), games)].sort(([, one], [, other]) => other.length - one.length);
  const offers = moves.map(([move, winners]) => offer(move, winners, () => play({ ply, move })));
  page.book.replaceChildren(...(offers.length ? offers : [t("None of your other games has been here.")]));
}

// By move: who won each of the games in which it was played; null for those without an end.
function movesFrom(key, games) {
  const found = new Map();
  for (const { id, game, keys = [], winners } of games) {
    if (id !== state.game.id) {
      const played = keys.flatMap((each, at) => (each === key ? [game.moves[at]] : []));
      for (const move of new Set(played)) {
        found.set(move, [...(found.get(move) ?? []), winners]);
      }
    }
  }
  return found;
}

function offer(move, winners, act) {
  const counts = new Map();
  for (const each of winners.map(endOf)) {
    counts.set(each, (counts.get(each) ?? 0) + 1);
  }
  const ends = [...counts].sort().map(([end, count]) => `${end}: ${count}`).join(" \u00b7 ");
  const button = make("button", "", make("strong", "", move), ` ${t("Games: {0}", winners.length)} `, make("span", "", ends));
  button.type = "button";
  button.title = t("Play {0}", move);
  button.addEventListener("click", act);
  return button;
}

function endOf(winners) {
  if (!winners) {
    return t("unfinished");
  }
  return winners.length ? t("{0} won", winners.map((seat) => state.game.seats[seat]).join(", ")) : t("drawn");
}
