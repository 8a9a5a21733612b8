"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const parts = parsed(data.parts);
const page = Object.fromEntries(
  Array.from(document.querySelectorAll("[id]"), (element) => [element.id, element]),
);
const several = data.games.length > 1;
const choices = []; // a link to each game, if there are several
const links = []; // a link to each ply of the game shown

let number = 0;
let game = null;
let last = 0;
let ply = 0;
let timer = 0;

let drawn = []; // the parts of the picture, in order: the outermost element and what is in it
let undoing = []; // for each ply up to the one drawn, what takes its changes back

// A part's text, or the number of an earlier part and how its text is changed, by characters.
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
    const changes = game.plies[undoing.length].changes;
    undoing.push(
      changes.map(([at, count, ...added]) =>
        replace(at, count, added.map((part) => ({ part, element: null }))),
      ),
    );
  }
  while (undoing.length > ply + 1) {
    for (const change of undoing.pop().reverse()) {
      replace(...change);
    }
  }
  putInPlace();
}

function replace(at, count, added) {
  const removed = drawn.splice(at, count, ...added);
  for (const { element } of removed) {
    element?.remove();
  }
  return [at, added.length, removed];
}

function putInPlace() {
  const [svg, ...inside] = drawn.map(elementOf);
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

function elementOf(each) {
  each.element ??= parts[each.part].cloneNode(true);
  return each.element;
}

function erase() {
  drawn = [];
  undoing = [];
  page.board.replaceChildren();
}

function names(players) {
  return players.flatMap((player, seat) => [
    seat ? " \u2013 " : "",
    make("span", "player", player),
  ]);
}

function listGames() {
  data.games.forEach(({ players, result, event }, at) => {
    const link = make("a", "game", make("span", "number", `${at + 1}.`));
    link.append(" ", make("span", "", ...names(players)));
    link.append(" ", make("span", "points", result), " ", make("span", "event", event));
    link.href = `#game=${at + 1}`;
    choices.push(link);
    page.games.append(make("li", "", link));
  });
  page.players.setAttribute("aria-live", "polite");
  page.choice.hidden = false;
  page.choice.open = matchMedia("(min-width: 44rem) and (min-aspect-ratio: 1)").matches;
}

function openGame(to) {
  number = to;
  game = data.games[number];
  last = game.plies.length - 1;
  erase();
  page.slider.max = last;
  describeGame();
  listMoves();
  if (several) {
    markGame();
  }
}

function describeGame() {
  page.players.replaceChildren(...names(game.players));
  page.result.textContent = game.result;
  page.tags.replaceChildren();
  for (const [name, value] of game.tags) {
    page.tags.append(make("dt", "", name), make("dd", "", value));
  }
}

function markGame() {
  const place = `Game ${number + 1} of ${data.games.length}`;
  page.chosen.textContent = place;
  document.title = `${place}: ${game.title}`;
  mark(choices, number, "true");
  scrollToGame();
}

function scrollToGame() {
  bringIntoSight(page.games, choices[number]);
}

function listMoves() {
  page.moves.style.setProperty("--players", game.players.length);
  links.length = 0;
  page.moves.replaceChildren(make("div", "turn", linkTo(0)));
  const list = make("ol", "turns");
  for (let at = 1; at <= last; at += 1) {
    if (game.turns[at - 1] !== game.turns[at - 2]) {
      list.append(make("li", "turn"));
    }
    list.lastChild.append(linkTo(at));
    links[at].style.gridColumn = game.seats[at - 1] + 2;
  }
  page.moves.append(list);
}

function linkTo(at) {
  const link = make("a", "move", game.plies[at].move);
  link.href = address(at);
  if (game.plies[at].comment) {
    link.append(make("span", "commented", "\u00a0(comment)"));
    link.title = game.plies[at].comment;
  }
  links[at] = link;
  return link;
}

function show(at) {
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
  markMove();
}

function markMove() {
  mark(links, ply, "step");
  if (page.moves.contains(document.activeElement)) {
    links[ply].focus({ preventScroll: true });
  }
  scrollToMove();
}

// One link of a list is the current one, and the one that the Tab key stops at.
function mark(list, at, kind) {
  for (const link of list.filter((each) => each.tabIndex === 0)) {
    link.tabIndex = -1;
    link.removeAttribute("aria-current");
  }
  list[at].tabIndex = 0;
  list[at].setAttribute("aria-current", kind);
}

function scrollToMove() {
  bringIntoSight(page.moves, links[ply]);
}

// scrollIntoView would also scroll the page, and the board out of sight.
function bringIntoSight(list, link) {
  const box = list.getBoundingClientRect();
  const at = link.getBoundingClientRect();
  if (at.top < box.top || at.bottom > box.bottom) {
    list.scrollTop += at.top - box.top - (box.height - at.height) / 2;
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
  pause();
  if (ply === last) {
    go(0);
  }
  if (last > 0) {
    timer = setInterval(advance, Number(page.speed.value));
    showPlaying();
  }
}

function advance() {
  go(ply + 1);
  if (ply === last) {
    pause();
  }
}

function pause() {
  clearInterval(timer);
  timer = 0;
  showPlaying();
}

function toggle() {
  if (timer) {
    pause();
  } else {
    play();
  }
}

function keepPace() {
  if (timer) {
    play();
  }
}

function showPlaying() {
  page.replay.classList.toggle("is-playing", timer !== 0);
  page.play.setAttribute("aria-label", timer ? "Pause" : "Play");
  page.status.setAttribute("aria-live", timer ? "off" : "polite"); // nobody can listen that fast
}

function address(at) {
  return several ? `#game=${number + 1}&ply=${at}` : `#ply=${at}`;
}

function addressed() {
  const match = /^(?:#(?:game=(\d+)(?:&ply=(\d+))?|ply=(\d+)))?$/.exec(location.hash);
  return match && { game: Number(match[1] ?? 1) - 1, ply: Number(match[2] ?? match[3] ?? 0) };
}

function clamp(to, most) {
  return Math.min(Math.max(to, 0), most);
}

function followAddress() {
  const to = addressed();
  if (to !== null) {
    pause();
    view(to);
  }
}

function view(to) {
  const at = clamp(to.game, data.games.length - 1);
  if (at !== number || game === null) {
    openGame(at);
  }
  show(clamp(to.ply, last));
}

const keys = {
  ArrowLeft: { needing: "input, select", act: () => step(ply - 1) },
  ArrowRight: { needing: "input, select", act: () => step(ply + 1) },
  Home: { needing: "input, select", act: () => step(0) },
  End: { needing: "input, select", act: () => step(last) },
  " ": { needing: "button, input, select, summary", act: toggle },
};

function onKey(event) {
  const key = keys[event.key];
  const modified = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
  if (!key || modified || event.target.closest(key.needing)) {
    return;
  }
  event.preventDefault();
  key.act();
}

// The arrows look through the list; Enter, as on any link, opens a game.
function onGamesKey(event) {
  const at = choices.indexOf(document.activeElement);
  const to = { ArrowUp: at - 1, ArrowDown: at + 1 }[event.key];
  if (choices[to]) {
    event.preventDefault();
    choices[to].focus();
  }
}

function listen() {
  page.first.addEventListener("click", () => step(0));
  page.back.addEventListener("click", () => step(ply - 1));
  page.play.addEventListener("click", toggle);
  page.forward.addEventListener("click", () => step(ply + 1));
  page.last.addEventListener("click", () => step(last));
  page.slider.addEventListener("input", () => step(Number(page.slider.value)));
  page.speed.addEventListener("change", keepPace);
  page.moves.addEventListener("click", pause);
  page.games.addEventListener("keydown", onGamesKey);
  page.choice.addEventListener("toggle", scrollToGame);
  document.addEventListener("keydown", onKey);
  window.addEventListener("hashchange", followAddress);
  new ResizeObserver(scrollToMove).observe(page.moves);
}

if (several) {
  listGames();
}
page.replay.hidden = false;
view(addressed() ?? { game: 0, ply: 0 });
listen();
