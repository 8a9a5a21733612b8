"use strict";
// The form for a new game: which game, by which rules, and who plays.

const STRENGTHS = [
  ["", "a person"],
  ["random", "the computer: random moves"],
  ["greedy", "the computer: greedy"],
  ["search:20", "the computer: easy (search:20)"],
  ["search:0.5s", "the computer: half a second a move"],
  ["search:2s", "the computer: 2 seconds a move"],
  ["search:8s", "the computer: 8 seconds a move"],
];

let kinds = []; // the games there are

function fill(select, texts) {
  const chosen = select.value;
  select.replaceChildren(...texts.map((text) => new Option(text)));
  select.value = chosen;
  if (select.selectedIndex < 0) {
    select.selectedIndex = 0;
  }
}

function kindNow() {
  return kinds.find(({ name }) => name === page.kind.value);
}

function chooseKind() {
  const { rulesets, options } = kindNow();
  fill(page.ruleset, rulesets.map(({ name }) => name));
  page.options.replaceChildren(
    ...Object.entries(options).map(([name, suggestions]) => {
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
  const { players } = kindNow().rulesets.find(({ name }) => name === page.ruleset.value);
  fill(page.count, players);
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

function seatFields(name) {
  return [...page.seats.querySelectorAll(`[name=${name}]`)];
}

async function listKinds() {
  kinds = (await call("games", {})).games;
  fill(page.kind, kinds.map(({ name }) => name));
  chooseKind();
  seatFields("player")[1].value = "search:0.5s";
}

// A record begins as the form says; its players are named after themselves or the computer.
async function begin() {
  const options = { game: page.kind.value, ruleset: page.ruleset.value, players: page.count.value };
  for (const input of page.options.querySelectorAll("input")) {
    if (input.value.trim()) {
      options[input.name] = input.value.trim();
    }
  }
  if (page.from.value.trim()) {
    options.position = page.from.value.trim();
  }
  const computers = seatFields("player").map((select) => select.value || null);
  const names = seatFields("name").map((input, seat) => input.value.trim() || computers[seat]);
  const tags = Object.fromEntries(names.map((name, seat) => [SEAT_TAGS[seat], name]));
  for (const [tag, name] of Object.entries(tags)) {
    if (!name) {
      delete tags[tag];
    }
  }
  const { record } = await call("record", { ...options, tags });
  await openRecord(record, computers);
}

page.kind.addEventListener("change", chooseKind);
page.ruleset.addEventListener("change", chooseRuleset);
page.count.addEventListener("change", chooseCount);
page.begin.addEventListener("submit", async (event) => {
  event.preventDefault();
  page.refusal.textContent = "";
  try {
    await begin();
    page.setup.open = false;
  } catch (error) {
    page.refusal.textContent = error.message;
  }
});
