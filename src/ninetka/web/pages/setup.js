// The form for a new game: which game, by which rules, and who plays.
// May import: board.js, calls.js, elements.js, game.js, panel.js, records.js, state.js.

import { focusBoard } from "./board.js";
import { call } from "./calls.js";
import { make, page } from "./elements.js";
import { SEAT_TAGS } from "./game.js";
import { enqueue } from "./panel.js";
import { openRecord } from "./records.js";
import { state } from "./state.js";

const STRENGTHS = [
  ["", "a person"],
  ["random", "computer, random"],
  ["greedy", "computer, greedy"],
  ["search:20", "computer, easy"],
  ["search:0.5s", "computer, \u00bd second"],
  ["search:2s", "computer, 2 seconds"],
  ["search:8s", "computer, 8 seconds"],
];

export const OPPONENT = "search:0.5s"; // unless another is chosen

function fill(select, texts) {
  const chosen = select.value;
  select.replaceChildren(...texts.map((text) => new Option(text)));
  select.value = chosen;
  if (select.selectedIndex < 0) {
    select.selectedIndex = 0;
  }
}

function chosenGame() {
  return state.games.find(({ name }) => name === page.kind.value);
}

function chosenRuleset() {
  return chosenGame().rulesets[page.ruleset.selectedIndex];
}

function chooseGame() {
  const { rulesets, options } = chosenGame();
  fill(page.ruleset, rulesets.map(({ name }) => name ?? "as usual"));
  page.ruleset.disabled = rulesets.length < 2;
  const further = Object.entries(options).filter(
    ([name, { suggestions }]) => suggestions.length && !["ruleset", "players"].includes(name),
  );
  page.options.replaceChildren(
    ...further.map(([name, { suggestions }]) => {
      const list = make("datalist", "", ...suggestions.map((text) => new Option(text)));
      list.id = `suggested-${name}`;
      const input = make("input", "");
      input.name = name;
      input.setAttribute("list", list.id);
      input.placeholder = "as usual";
      const label = name.replaceAll("_", " ");
      return make("label", "", `${label[0].toUpperCase()}${label.slice(1)} `, input, list);
    }),
  );
  chooseRuleset();
}

function chooseRuleset() {
  const { players } = chosenRuleset();
  fill(page.count, players);
  page.count.disabled = players.length < 2;
  chooseCount();
}

function seatRow(seat) {
  const name = make("input", "");
  name.name = "name";
  name.maxLength = 200;
  const player = make("select", "", ...STRENGTHS.map(([value, text]) => new Option(text, value)));
  player.name = "player";
  return make(
    "fieldset",
    "fields",
    make("legend", "", `Player ${seat + 1}`),
    make("label", "", "Name ", name),
    make("label", "", "Played by ", player),
  );
}

function chooseCount() {
  const count = Number(page.count.value);
  while (page.seats.childElementCount > count) {
    page.seats.lastChild.remove();
  }
  while (page.seats.childElementCount < count) {
    page.seats.append(seatRow(page.seats.childElementCount));
  }
}

export function seatFields(name) {
  return [...page.seats.querySelectorAll(`[name=${name}]`)];
}

export async function listGames() {
  state.games = (await call("games", {})).games;
  fill(page.kind, state.games.map(({ name }) => name));
  chooseGame();
  seatFields("player")[1].value = OPPONENT;
  page.setup.hidden = false;
}

function filled(entries) {
  return Object.fromEntries(entries.filter(([, value]) => value));
}

// A computer player without a name goes by its own.
async function begin() {
  const { name, players } = chosenRuleset();
  const options = filled([
    ["game", page.kind.value],
    ["ruleset", name],
    ["players", players.length > 1 && page.count.value],
    ["position", page.from.value.trim()],
    ...[...page.options.querySelectorAll("input")].map((input) => [input.name, input.value.trim()]),
  ]);
  const computers = seatFields("player").map((select) => select.value);
  const names = seatFields("name").map((input, seat) => input.value.trim() || computers[seat]);
  const tags = filled(names.map((name, seat) => [SEAT_TAGS[seat], name]));
  const { position } = await call("start", options); // after a draw, if chance decides something
  const { record } = await call("record", { ...options, position, tags });
  await openRecord(record, computers);
}

page.kind.addEventListener("change", chooseGame);
page.ruleset.addEventListener("change", chooseRuleset);
page.count.addEventListener("change", chooseCount);
page.begin.addEventListener("submit", (event) => {
  event.preventDefault();
  page.refusal.textContent = "";
  enqueue(async () => {
    try {
      await begin();
      page.setup.open = false;
      focusBoard();
    } catch (error) {
      page.refusal.textContent = error.message;
    }
  });
});
