// The choice of a new game: a card for each game begins it at once, against the computer or for people.

import { games } from "./calls.js";
import { elementsOf, make, page } from "./elements.js";
import { renderGame } from "./panel.js";
import { enqueue } from "./queue.js";
import { OPPONENT } from "./seats.js";
import { beginGame, fillForm } from "./setup.js";
import { setGames, state } from "./state.js";
import { store, stored } from "./storage.js";
import { t } from "./words.js";

/** @import { Listing, Options } from "./calls.js" */

const MAX_PLAYERS = 5;
const OPPONENT_KEY = "ninetka-opponent"; // of the last choice in the storage

/**
 * Who plays a game: the computer's level for all seats but the first, or how many people.
 * @param {Listing} game
 */
function playersOf(game) {
  /** @type {HTMLInputElement | null} */
  const chosen = page.start.querySelector("[name=opponent]:checked");
  const value = chosen?.value ?? OPPONENT;
  const { players } = game.rulesets[0];
  const people = Number(value);
  if (!people) {
    return against(value, game);
  }
  const count = players.findLast((each) => each <= people) ?? players[0];
  return Array(count).fill("");
}

function renderCards() {
  page.cards.querySelectorAll("button > small").forEach((said, at) => {
    const players = playersOf(state.games[at]);
    const computers = players.filter(Boolean).length;
    const against = computers > 1 ? t("You and {0} computers", computers) : t("You and the computer");
    said.textContent = computers ? against : t("{0} people", players.length);
  });
}

/** @param {Listing} game */
function cardOf(game) {
  const picture = make("span", "drawn", ...elementsOf(game.picture));
  const about = make("span", "", game.about);
  const card = make("button", "card", picture, make("strong", "", game.name), about, make("small", ""));
  card.type = "button";
  card.dataset.game = game.name;
  picture.inert = true;
  card.addEventListener("click", () => enqueue(() => beginUsual(game, playersOf(game))));
  return card;
}

/**
 * @param {Listing} game
 * @param {string[]} players
 */
async function beginUsual({ name, rulesets, sizes }, players) {
  page.start.close();
  const [{ name: ruleset, players: counts }] = rulesets;
  /** @type {Options} */
  const options = { game: name };
  if (ruleset) {
    options.ruleset = ruleset;
  }
  if (counts.length > 1) {
    options.players = String(players.length);
  }
  await beginGame({ ...options, ...sizes[0] }, players);
}

/**
 * Begins a game of that name in its usual form, against computer players of a level.
 * @param {string} level
 * @param {string} wanted
 */
export async function beginAgainst(level, wanted) {
  const game = state.games.find(({ name }) => name === wanted);
  if (game) {
    await beginUsual(game, against(level, game));
  }
}

/**
 * @param {string} level
 * @param {Listing} game
 */
function against(level, { rulesets }) {
  return Array.from({ length: rulesets[0].players[0] }, (_, seat) => (seat ? level : ""));
}

export function showStart() {
  if (state.games.length && !page.start.open) {
    page.start.showModal();
  }
}

export async function listGames() {
  setGames(await games());
  page.cards.replaceChildren(...state.games.map(cardOf));
  renderCards();
  fillForm();
  page.new.hidden = false;
  if (state.opened) {
    renderGame(); // its rules have a picture now
  }
}

for (let people = 2; people <= MAX_PLAYERS; people += 1) {
  const input = make("input", "");
  Object.assign(input, { type: "radio", name: "opponent", value: people });
  page.people.append(make("label", "", input, String(people)));
}

/** @type {NodeListOf<HTMLInputElement>} */
const fields = page.start.querySelectorAll("[name=opponent]");
const opponents = new Map(Array.from(fields, (input) => [input.value, input]));
const chosen = opponents.get(stored(OPPONENT_KEY)) ?? opponents.get(OPPONENT);
if (chosen) {
  chosen.checked = true;
}
page.new.addEventListener("click", showStart);
page["close-start"].addEventListener("click", () => page.start.close());
page.start.addEventListener("change", ({ target }) => {
  if (target instanceof HTMLInputElement && target.name === "opponent") {
    store(OPPONENT_KEY, target.value);
  }
  renderCards();
});
page.start.addEventListener("click", ({ target }) => target === page.start && page.start.close());
