// The players of the game, who can be changed while it is played.

import { letComputerMove, stopThinking } from "./computers.js";
import { page } from "./elements.js";
import { SEAT_TAGS } from "./game.js";
import { renderGame } from "./panel.js";
import { enqueue } from "./queue.js";
import { saveGame } from "./saved.js";
import { seatFields, seatRow } from "./seats.js";
import { setHalted, state } from "./state.js";
import { t } from "./words.js";

function fillPlayers() {
  const { computers, seats, tags } = state.game;
  page.playing.replaceChildren(...seats.map((seat) => seatRow(t("Player {0}", seat))));
  seatFields(page.playing, "player").forEach((select, seat) => {
    const player = computers[seat] ?? "";
    if (![...select.options].some(({ value }) => value === player)) {
      select.append(new Option(player)); // one that the program was started with
    }
    select.value = player;
  });
  seatFields(page.playing, "name").forEach((input, seat) => {
    const name = tags[SEAT_TAGS[seat]] ?? "";
    input.value = name === computers[seat] ? "" : name;
  });
}

async function changePlayers() {
  const { game, steps } = state;
  stopThinking();
  game.computers = seatFields(page.playing, "player").map(({ value }) => value || null);
  seatFields(page.playing, "name").forEach((input, seat) => {
    const name = input.value.trim() || game.computers[seat];
    if (name) {
      game.tags[SEAT_TAGS[seat]] = name;
    } else {
      delete game.tags[SEAT_TAGS[seat]];
    }
  });
  setHalted(false);
  page.seating.open = false;
  saveGame();
  renderGame();
  await steps.show(steps.ply);
  letComputerMove();
}

page.seating.addEventListener("toggle", () => page.seating.open && fillPlayers());
page.change.addEventListener("submit", (event) => {
  event.preventDefault();
  enqueue(changePlayers);
});
