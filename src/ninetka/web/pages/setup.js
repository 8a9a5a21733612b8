// The form for a new game: which game, by which rules, and who plays.

import { focusBoard } from "./board.js";
import { call } from "./calls.js";
import { make, page } from "./elements.js";
import { SEAT_TAGS } from "./game.js";
import { enqueue } from "./queue.js";
import { openRecord } from "./records.js";
import { OPPONENT, seatFields, seatRow } from "./seats.js";
import { state } from "./state.js";
import { t } from "./words.js";

/** @import { Listing, Options } from "./calls.js" */

/**
 * What the form says: the options of a start, and who plays, by seat: a computer player's name, or nothing for a person.
 * @typedef {{ options: Options, players: string[], names: (string | undefined)[] }} Start
 */

/**
 * @param {HTMLSelectElement} select
 * @param {(string | number)[]} texts
 */
function fill(select, texts) {
  const chosen = select.value;
  select.replaceChildren(...texts.map((text) => new Option(String(text))));
  select.value = chosen;
  if (select.selectedIndex < 0) {
    select.selectedIndex = 0;
  }
}

function chosenGame() {
  return state.games[page.kind.selectedIndex];
}

function chosenRuleset() {
  return chosenGame().rulesets[page.ruleset.selectedIndex];
}

function chooseGame() {
  const { rulesets, options } = chosenGame();
  fill(page.ruleset, rulesets.map(({ name }) => name ?? t("the only ones")));
  page.ruleset.disabled = rulesets.length < 2;
  const further = Object.entries(options).filter(
    ([name, { suggestions }]) => suggestions.length && !["ruleset", "players"].includes(name),
  );
  page.options.replaceChildren(...further.map(optionField));
  chooseRuleset();
}

/** @param {[string, Listing["options"][string]]} option */
function optionField([name, { default: usual, label, suggestions }]) {
  const list = make("datalist", "", ...suggestions.map((text) => new Option(text)));
  list.id = `suggested-${name}`;
  const input = make("input", "");
  input.name = name;
  input.setAttribute("list", list.id);
  input.placeholder = usual ?? "";
  const said = label || name.replaceAll("_", " ");
  return make("label", "", `${said[0].toUpperCase()}${said.slice(1)} `, input, list);
}

function chooseRuleset() {
  const { players, summary } = chosenRuleset();
  fill(page.count, players);
  page.count.disabled = players.length < 2;
  page["chosen-rules"].textContent = summary;
  chooseCount();
}

function chooseCount() {
  const count = Number(page.count.value);
  while (page.seats.childElementCount > count) {
    page.seats.lastElementChild?.remove();
  }
  while (page.seats.childElementCount < count) {
    page.seats.append(seatRow(t("Player {0}", page.seats.childElementCount + 1)));
  }
}

// Fills the form with the games that there are.
export function fillForm() {
  fill(page.kind, state.games.map(({ name }) => name));
  chooseGame();
  seatFields(page.seats, "player")[1].value = OPPONENT;
}

/**
 * @param {[name: string, value: string | null | false][]} entries
 * @returns {Record<string, string>}
 */
function filled(entries) {
  return Object.fromEntries(entries.flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

/**
 * Begins a game with the options of a start, and who plays, by seat: a computer player's name, or
 * nothing for a person. A computer player without a name goes by its own.
 * @param {Options} options
 * @param {string[]} players
 * @param {(string | undefined)[]} names
 */
export async function beginGame(options, players, names = []) {
  const tags = filled(players.map((player, seat) => [SEAT_TAGS[seat], names[seat] || player]));
  const { position } = await call("start", options); // after a draw, if chance decides something
  const { record } = await call("record", { ...options, position, tags });
  await openRecord(record, players);
  scrollTo(0, 0);
  focusBoard();
}

/**
 * What the form says.
 * @returns {Start}
 */
export function chosenStart() {
  const { name, players: counts } = chosenRuleset();
  const further = [...page.options.querySelectorAll("input")];
  const options = filled([
    ["game", page.kind.value],
    ["ruleset", name],
    ["players", counts.length > 1 && page.count.value],
    ["position", page.from.value.trim()],
    ...further.map(({ name, value }) => /** @type {[string, string]} */ ([name, value.trim()])),
  ]);
  const players = seatFields(page.seats, "player").map(({ value }) => value);
  const names = seatFields(page.seats, "name").map(({ value }) => value.trim());
  return { options, players, names };
}

page.kind.addEventListener("change", chooseGame);
page.ruleset.addEventListener("change", chooseRuleset);
page.count.addEventListener("change", chooseCount);
page.begin.addEventListener("submit", (event) => {
  event.preventDefault();
  page.refusal.textContent = "";
  enqueue(async () => {
    try {
      const { options, players, names } = chosenStart();
      await beginGame(options, players, names);
      page.start.close();
      page.setup.open = false;
    } catch (error) {
      page.refusal.textContent = /** @type {Error} */ (error).message;
    }
  });
});
