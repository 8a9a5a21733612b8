"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const parts = parsed(data.parts);
const page = Object.fromEntries(
  Array.from(document.querySelectorAll("[id]"), (element) => [element.id, element]),
);
const several = data.games.length > 1;

let game = null; // the one shown
let links = []; // to each ply of it
let last = 0; // its last ply
let ply = 0;
let timer = 0; // of the autoplay; 0 while it is off

let drawn = []; // the elements of the picture: the outermost one and what is in it
let undoing = []; // for each ply up to the one drawn, what takes its changes back

// A part is its text, or the number of an earlier part and how its text is changed, by characters.
function parsed(written) {
  const texts = [];
  for (const each of written) {
    texts.push(typeof each === "string" ? each : rewritten(texts[each[0]], each.slice(1)));
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg">${texts.join("")}</svg>`;
  return [...new DOMParser().parseFromString(svg, "image/svg+xml").documentElement.children];
}

function rewritten(text, edits) {
  const characters = [...text];
  for (const [at, count, added] of edits) {
    characters.splice(at, count, ...added);
  }
  return characters.join("");
}

function make(name, className, ...children) {
  const element = document.createElement(name);
  element.className = className;
  element.append(...children);
  return element;
}

// Only what changes is touched: on a board of a thousand points a ply changes a few elements.
function draw() {
  while (undoing.length <= ply) {
    undoing.push(
      game.plies[undoing.length].changes.map(([at, count, ...added]) =>
        replace(at, count, added.map((part) => parts[part].cloneNode(true))),
      ),
    );
  }
  while (undoing.length > ply + 1) {
    for (const change of undoing.pop().reverse()) {
      replace(...change);
    }
  }
  const [svg, ...inside] = drawn;
  if (!svg.parentNode) {
    svg.setAttribute("preserveAspectRatio", "xMidYMin");
    page.board.replaceChildren(svg);
  }
  let next = svg.firstChild;
  for (const element of inside) {
    if (element === next) {
      next = next.nextSibling;
    } else {
      svg.insertBefore(element, next);
    }
  }
}

function replace(at, count, added) {
  const removed = drawn.splice(at, count, ...added);
  for (const element of removed) {
    element.remove();
  }
  return [at, added.length, removed];
}

function listGames() {
  data.games.forEach(({ players, result, event }, number) => {
    const text = `${number + 1}. ${players.join(" \u2013 ")}, ${result}`;
    page.games.append(new Option(event ? `${text} \u00b7 ${event}` : text, number));
  });
  page.games.hidden = false;
}

function openGame(number) {
  game = data.games[number];
  last = game.plies.length - 1;
  drawn = [];
  undoing = [];
  page.board.replaceChildren();
  page.slider.max = last;
  page.games.value = number;
  page.players.textContent = game.players.join(" \u2013 ");
  page.result.textContent = game.result;
  page.tags.replaceChildren(
    ...game.tags.flatMap(([name, value]) => [make("dt", "", name), make("dd", "", value)]),
  );
  if (several) {
    document.title = `Game ${number + 1} of ${data.games.length}: ${game.title}`;
  }
  listMoves();
}

function listMoves() {
  links = game.plies.map(({ move, comment }, at) => {
    const link = make("a", "move", move);
    link.href = address(at);
    link.title = comment;
    link.tabIndex = -1;
    return link;
  });
  const list = make("ol", "turns");
  for (let at = 1; at <= last; at += 1) {
    if (game.turns[at - 1] !== game.turns[at - 2]) {
      list.append(make("li", "turn"));
    }
    list.lastChild.append(links[at]);
    links[at].style.gridColumn = game.seats[at - 1] + 2;
  }
  page.moves.style.setProperty("--players", game.players.length);
  page.moves.replaceChildren(make("div", "turn", links[0]), list);
}

function show(at) {
  const previous = links[ply];
  ply = at;
  const now = game.plies[ply];
  draw();
  page.move.textContent = now.move;
  page.score.textContent = now.score;
  page.turn.textContent = now.turn;
  page.place.textContent = `Ply ${ply} of ${last}`;
  page.comment.textContent = now.comment;
  page.comment.hidden = !now.comment;
  page.slider.value = ply;
  page.slider.setAttribute("aria-valuetext", `${ply} of ${last}: ${now.move}`);
  for (const [id, end] of [["first", 0], ["back", 0], ["forward", last], ["last", last]]) {
    page[id].setAttribute("aria-disabled", ply === end);
  }
  markMove(previous);
  scrollToMove();
}

// The current move is the one of the list that the Tab key stops at.
function markMove(previous) {
  if (previous) {
    previous.removeAttribute("aria-current");
    previous.tabIndex = -1;
  }
  links[ply].setAttribute("aria-current", "step");
  links[ply].tabIndex = 0;
  if (page.moves.contains(document.activeElement)) {
    links[ply].focus({ preventScroll: true });
  }
}

// scrollIntoView would also scroll the page, and the board out of sight.
function scrollToMove() {
  const box = page.moves.getBoundingClientRect();
  const at = links[ply].getBoundingClientRect();
  if (at.top < box.top || at.bottom > box.bottom) {
    page.moves.scrollTop += at.top - box.top - (box.height - at.height) / 2;
  }
}

function go(to) {
  const at = clamp(to, last);
  if (at === ply) {
    return;
  }
  show(at);
  try {
    history.replaceState(null, "", address(ply));
  } catch {
    // Some browsers refuse very many changes in a short time; the address then lags behind.
  }
}

function step(to) {
  pause();
  go(to);
}

function play() {
  if (ply === last) {
    go(0);
  }
  if (last > 0) {
    setTimer(setInterval(advance, Number(page.speed.value)));
  }
}

function advance() {
  go(ply + 1);
  if (ply === last) {
    pause();
  }
}

function pause() {
  setTimer(0);
}

function toggle() {
  if (timer) {
    pause();
  } else {
    play();
  }
}

function setTimer(started) {
  clearInterval(timer);
  timer = started;
  page.play.textContent = timer ? "Pause" : "Play";
  page.status.setAttribute("aria-live", timer ? "off" : "polite"); // nobody can listen that fast
}

function address(at) {
  return several ? `#game=${Number(page.games.value) + 1}&ply=${at}` : `#ply=${at}`;
}

// Numbers that are missing or out of range stand for the nearest there is.
function followAddress() {
  const asked = new URLSearchParams(location.hash.slice(1));
  const number = clamp(Math.trunc(asked.get("game")) - 1 || 0, data.games.length - 1);
  pause();
  if (game !== data.games[number]) {
    openGame(number);
  }
  show(clamp(Math.trunc(asked.get("ply")) || 0, last));
}

function clamp(to, most) {
  return Math.min(Math.max(to, 0), most);
}

const keys = {
  ArrowLeft: { neededBy: "input, select", act: () => step(ply - 1) },
  ArrowRight: { neededBy: "input, select", act: () => step(ply + 1) },
  Home: { neededBy: "input, select", act: () => step(0) },
  End: { neededBy: "input, select", act: () => step(last) },
  " ": { neededBy: "button, input, select, summary", act: toggle },
};

function onKey(event) {
  const key = keys[event.key];
  const modified = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
  if (key && !modified && !event.target.closest(key.neededBy)) {
    event.preventDefault();
    key.act();
  }
}

page.first.addEventListener("click", () => step(0));
page.back.addEventListener("click", () => step(ply - 1));
page.play.addEventListener("click", toggle);
page.forward.addEventListener("click", () => step(ply + 1));
page.last.addEventListener("click", () => step(last));
page.slider.addEventListener("input", () => step(Number(page.slider.value)));
page.speed.addEventListener("change", () => timer && play());
page.moves.addEventListener("click", pause);
page.games.addEventListener("change", () => {
  location.hash = address(0);
});
document.addEventListener("keydown", onKey);
window.addEventListener("hashchange", followAddress);
new ResizeObserver(scrollToMove).observe(page.moves);

if (several) {
  listGames();
}
page.replay.hidden = false;
followAddress();
