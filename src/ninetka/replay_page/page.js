"use strict";

const game = JSON.parse(document.getElementById("data").textContent);
const last = game.plies.length - 1;
const parts = parsed(game.parts);
const page = Object.fromEntries(
  Array.from(document.querySelectorAll("[id]"), (element) => [element.id, element]),
);
const links = [];

let ply = 0;
let timer = 0;

function parsed(texts) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg">${texts.join("")}</svg>`;
  return [...new DOMParser().parseFromString(svg, "image/svg+xml").documentElement.children];
}

function make(name, className, ...children) {
  const element = document.createElement(name);
  element.className = className;
  element.append(...children);
  return element;
}

function picture(numbers) {
  const [svg, ...inside] = numbers.map((number) => parts[number].cloneNode(true));
  svg.append(...inside);
  svg.setAttribute("preserveAspectRatio", "xMidYMin");
  return svg;
}

function describeGame() {
  game.players.forEach((player, seat) => {
    page.players.append(seat ? " \u2013 " : "", make("span", "player", player));
  });
  page.result.textContent = game.result;
  for (const [name, value] of game.tags) {
    page.tags.append(make("dt", "", name), make("dd", "", value));
  }
}

function listMoves() {
  const players = game.players.length;
  page.moves.style.setProperty("--players", players);
  page.moves.append(make("div", "turn", linkTo(0)));
  const list = make("ol", "turns");
  for (let first = 1; first <= last; first += players) {
    const turn = make("li", "turn");
    for (let at = first; at < first + players && at <= last; at += 1) {
      turn.append(linkTo(at));
    }
    list.append(turn);
  }
  page.moves.append(list);
}

function linkTo(at) {
  const link = make("a", "move", game.plies[at].move);
  link.href = `#ply=${at}`;
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
  page.board.replaceChildren(picture(now.picture));
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
  for (const link of links) {
    link.tabIndex = -1;
    link.removeAttribute("aria-current");
  }
  links[ply].tabIndex = 0;
  links[ply].setAttribute("aria-current", "step");
  if (page.moves.contains(document.activeElement)) {
    links[ply].focus({ preventScroll: true });
  }
  scrollToMove();
}

// scrollIntoView would also scroll the page, and the board out of sight.
function scrollToMove() {
  const box = page.moves.getBoundingClientRect();
  const move = links[ply].getBoundingClientRect();
  if (move.top < box.top || move.bottom > box.bottom) {
    page.moves.scrollTop += move.top - box.top - (box.height - move.height) / 2;
  }
}

function go(to) {
  const at = Math.min(Math.max(to, 0), last);
  if (at === ply) {
    return;
  }
  show(at);
  try {
    history.replaceState(null, "", `#ply=${ply}`);
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

function addressed() {
  const match = /^(?:#ply=(\d+))?$/.exec(location.hash);
  return match && Math.min(Number(match[1] ?? 0), last);
}

function followAddress() {
  const at = addressed();
  if (at !== null) {
    pause();
    show(at);
  }
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

function listen() {
  page.first.addEventListener("click", () => step(0));
  page.back.addEventListener("click", () => step(ply - 1));
  page.play.addEventListener("click", toggle);
  page.forward.addEventListener("click", () => step(ply + 1));
  page.last.addEventListener("click", () => step(last));
  page.slider.addEventListener("input", () => step(Number(page.slider.value)));
  page.speed.addEventListener("change", keepPace);
  page.moves.addEventListener("click", pause);
  document.addEventListener("keydown", onKey);
  window.addEventListener("hashchange", followAddress);
  new ResizeObserver(scrollToMove).observe(page.moves);
}

page.slider.max = last;
describeGame();
listMoves();
page.replay.hidden = false;
show(addressed() ?? 0);
listen();
