"use strict";
// Moves by clicks, keys and text.

let picks = []; // the places picked so far
let found = null; // what the rules say they amount to
let cursor = ""; // the place that the Tab key stops at
const targets = new Map(); // by place: the element of the picture that stands for it

function placeOf(element) {
  const target = element?.closest?.("#board .target");
  return target ? Object.values(target.dataset)[0] : null;
}

// Makes new targets buttons, of which the Tab key stops at one.
function prepareTargets(focused) {
  for (const target of page.board.querySelectorAll(".target:not([role])")) {
    target.setAttribute("role", "button");
    target.setAttribute("tabindex", "-1");
    targets.set(placeOf(target), target);
  }
  const target = targets.get(focused ?? cursor) ?? targets.values().next().value;
  if (target) {
    moveCursor(target);
    if (focused !== null) {
      target.focus({ preventScroll: true });
    }
  }
}

function moveCursor(target) {
  page.board.querySelector('.target[tabindex="0"]')?.setAttribute("tabindex", "-1");
  target.setAttribute("tabindex", "0");
  cursor = placeOf(target);
}

function focusBoard() {
  targets.get(cursor)?.focus({ preventScroll: true });
}

function middleOf(target) {
  const { x, y, width, height } = target.getBBox();
  return [x + width / 2, y + height / 2];
}

// The nearest target in a direction; those far off to a side count as further away.
function neighbour(target, dx, dy) {
  const [x, y] = middleOf(target);
  let nearest = null;
  let least = Infinity;
  for (const other of targets.values()) {
    const [otherX, otherY] = middleOf(other);
    const ahead = (otherX - x) * dx + (otherY - y) * dy;
    const aside = Math.abs((otherX - x) * dy) + Math.abs((otherY - y) * dx);
    if (ahead > 1 && aside <= ahead && ahead + 2 * aside < least) {
      nearest = other;
      least = ahead + 2 * aside;
    }
  }
  return nearest;
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

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

// A place picked for a position that is gone by now, as by a double click, is not picked.
function pickNext(place) {
  const ply = steps.plies[steps.last];
  attempt(async () => ply === steps.plies[steps.last] && pick(place));
}

async function pick(place) {
  checkTurn();
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
    tellPicks();
    return;
  }
  const reply = await call("click", { ...positionAt(steps.last), places, apply: true });
  if (reply.position) {
    await goOn(reply);
    return;
  }
  picks = places;
  found = reply;
  tellPicks();
}

function clearPicks() {
  picks = [];
  found = null;
}

function button(text, act) {
  const element = make("button", "", text);
  element.type = "button";
  element.addEventListener("click", () => attempt(act));
  return element;
}

const MOST_SUGGESTED = 500;

// Offers moves to choose from where they are typed.
async function suggest() {
  const reply = await call("some_moves", positionAt(steps.last)).catch(() => ({ moves: [] }));
  page.texts.replaceChildren(...reply.moves.slice(0, MOST_SUGGESTED).map((move) => new Option(move)));
}

// What can be done with the places picked so far; before the first, what can be done without any.
function tellPicks() {
  const { facts } = steps.plies[steps.ply];
  const now = isMine(steps.ply) ? (found ?? facts?.unpicked) : null;
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
  const had = page.picks.contains(document.activeElement);
  page.picks.replaceChildren(...buttons);
  if (had) {
    (buttons[0] ?? targets.get(cursor)).focus({ preventScroll: true });
  }
  page.picked.textContent = picks.length ? `Picked: ${picks.join(", ")}${found.next.length ? ". Next: one of the marked places." : ""}` : "";
  mark("offered", []);
  mark("picked", picks);
  mark("next", found?.next ?? []);
  drawWay();
}

// The rings drawn so far, which begin with the second pick.
function drawWay() {
  eraseWay();
  if (picks.length > 2) {
    const way = document.createElementNS("http://www.w3.org/2000/svg", "polyline");
    way.id = "way";
    way.setAttribute("points", picks.slice(1).map((place) => middleOf(targets.get(place))).join(" "));
    page.board.firstChild.append(way);
  }
}

function eraseWay() {
  document.getElementById("way")?.remove();
}

function mark(kind, places) {
  for (const target of page.board.querySelectorAll(`.${kind}`)) {
    target.classList.remove(kind);
  }
  for (const place of places) {
    targets.get(place)?.classList.add(kind);
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
  if (event.key === "Escape" && picks.length) {
    clearPicks();
    tellPicks();
  }
});
page.typed.addEventListener("submit", (event) => {
  event.preventDefault();
  attempt(async () => {
    await makeMove(page.text.value);
    page.text.value = "";
  });
});
page.text.addEventListener("focus", suggest);
