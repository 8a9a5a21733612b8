// A person's move: places picked by clicks or keys, one after another, or a text.
// May import: board.js, calls.js, elements.js, game.js, moves.js, panel.js, state.js.

import { drawRings, mark, moveCursor, neighbour, placeOf } from "./board.js";
import { call } from "./calls.js";
import { make, page } from "./elements.js";
import { clearPicks, isPersonsTurn, lastPly, positionAt } from "./game.js";
import { askForMove, checkTurn, makeMove } from "./moves.js";
import { enqueue } from "./panel.js";
import { state } from "./state.js";

export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const MOST_SUGGESTED = 500;

function onBoardKey(event) {
  const target = event.target.closest(".target");
  if (!target || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) {
    return;
  }
  if (event.key in ARROWS) {
    const next = neighbour(target, ...ARROWS[event.key]);
    if (next) {
      moveCursor(next);
      next.focus();
    }
  } else if (event.key === "Enter" || event.key === " ") {
    pickNext(placeOf(target));
  } else {
    return;
  }
  event.preventDefault();
}

// Ignore a second click that arrives after the position has changed.
function pickNext(place) {
  const ply = lastPly();
  enqueue(async () => ply === lastPly() && pick(place));
}

async function pick(place) {
  checkTurn();
  const { picks } = state;
  try {
    await tryPicks([...picks, place]);
  } catch (error) {
    if (picks.at(-1) === place) {
      await tryPicks(picks.slice(0, -1));
    } else if (picks.length === 1) {
      await tryPicks([place]).catch(() => {
        throw error; // it is not another start either
      });
    } else {
      throw error;
    }
  }
}

async function tryPicks(places) {
  if (!places.length) {
    clearPicks();
    renderPicks();
    return;
  }
  const reply = await askForMove("click", { places, apply: true });
  if (!reply.position) {
    state.picks = places;
    state.click = reply;
    renderPicks();
  }
}

function button(text, act) {
  const element = make("button", "", text);
  element.type = "button";
  element.addEventListener("click", () => enqueue(act));
  return element;
}

// What can be done with the places picked so far; before the first, what can be done without any.
export function renderPicks() {
  const { click, cursor, picks, steps, targets } = state;
  const { facts } = steps.plies[steps.ply];
  const now = isPersonsTurn(steps.ply) ? (click ?? facts?.click) : null;
  const buttons = [];
  if (now?.move) {
    buttons.push(button(`Make the move ${now.move}`, () => makeMove(now.move)));
    buttons[0].className = "main";
  }
  for (const offer of now?.offers ?? []) {
    const taking = button(`Take ${offer.slice(0, -1).join(" ")}`, () => tryPicks([...picks, ...offer]));
    for (const [event, on] of [["mouseenter", 1], ["mouseleave", 0], ["focus", 1], ["blur", 0]]) {
      taking.addEventListener(event, () => mark("offered", on ? offer : []));
    }
    buttons.push(taking);
  }
  if (picks.length) {
    buttons.push(button("Cancel", () => tryPicks([])));
  }
  const hasFocus = page.picks.contains(document.activeElement);
  page.picks.replaceChildren(...buttons);
  if (hasFocus) {
    (buttons[0] ?? targets.get(cursor)).focus({ preventScroll: true });
  }
  page.picked.textContent = picks.length ? `Picked: ${picks.join(", ")}${click.next.length ? ". Next: one of the marked places." : ""}` : "";
  mark("offered", []);
  mark("picked", picks);
  mark("next", click?.next ?? []);
  drawRings();
}

// Offers moves to choose from where they are typed.
export async function suggest() {
  if (document.activeElement === page.text) {
    const reply = await call("some_moves", positionAt(state.steps.last)).catch(() => ({ moves: [] }));
    const moves = reply.moves.slice(0, MOST_SUGGESTED);
    page.texts.replaceChildren(...moves.map((move) => new Option(move)));
  }
}

page.board.addEventListener("click", (event) => {
  const place = placeOf(event.target);
  if (place !== null) {
    moveCursor(event.target.closest(".target"));
    pickNext(place);
  }
});
page.board.addEventListener("keydown", onBoardKey);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && state.picks.length) {
    clearPicks();
    renderPicks();
  }
});
page.typed.addEventListener("submit", (event) => {
  event.preventDefault();
  enqueue(async () => {
    await makeMove(page.text.value);
    page.text.value = "";
  });
});
page.text.addEventListener("focus", suggest);
