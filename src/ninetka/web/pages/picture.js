"use strict";
// The picture on the board. One is drawn at a time: each is asked for by what changes from the one shown.

let shown = null; // what the picture on the board was asked for
let wanted = null; // what is to be drawn, the latest wish
let drawing = null; // the promise that it is drawn, while it is not

function draw(at) {
  wanted = { at };
  if (at !== steps.last) {
    clearPicks();
  }
  tellNote(at);
  drawing ??= drawWanted().catch(sayError).finally(() => {
    drawing = null;
  });
  return drawing;
}

async function drawWanted() {
  let now;
  do {
    now = wanted;
    await drawPly(now);
  } while (now !== wanted);
}

async function drawPly(now) {
  const { at } = now;
  const ply = steps.plies[at];
  const asked = pictureOf(at);
  const [svg, ...facts] = await ask([
    ["svg", { ...positionAt(at), ...asked, since: shown }],
    ...(ply.facts ? [] : factsOf(at)),
  ]);
  if (now !== wanted) {
    return; // something else is to be shown by now
  }
  if (facts.length) {
    const [start, outcome, guide] = facts.slice(0, 3).map(resultOf);
    const { move, offers } = facts[3].result ?? {}; // not every game can be clicked
    ply.facts = { ...start, ...outcome, instruction: guide.instruction, unpicked: { move, offers } };
    tellPly(ply, at);
  }
  change(resultOf(svg));
  shown = { ...asked, position: ply.position };
  tellTurn(at);
}

function pictureOf(at) {
  const mine = page.hints.checked && isMine(at);
  return {
    last_move: at > 0 ? steps.plies[at].move : null,
    previous: at > 0 ? steps.plies[at - 1].position : null,
    ending: at === steps.last ? game.ending : null,
    marks: mine ? game.marks : [],
    names: game.seats.map((_, seat) => nameOf(seat)),
    targets: true,
  };
}

function factsOf(at) {
  const position = positionAt(at);
  const ending = at === steps.last ? game.ending : null;
  return [
    ["start", position],
    ["outcome", ending ? { ...position, ending } : position],
    ["guide", position],
    ["click", { ...position, places: [] }],
  ];
}

function change({ svg, changes }) {
  const focused = placeOf(document.activeElement);
  eraseWay();
  if (svg) {
    const [picture] = elementsOf(svg);
    targets.clear();
    picture.setAttribute("preserveAspectRatio", "xMidYMin");
    page.board.replaceChildren(picture);
  } else {
    edit(page.board.firstChild, changes);
  }
  prepareTargets(focused);
}

// An element counts as a list: itself without its contents, then the elements in it.
function edit(element, changes) {
  for (const [at, count, ...added] of changes) {
    if (Array.isArray(count)) {
      edit(element.children[at - 1], count);
      continue;
    }
    const [itself, others] = at === 0 ? [1, added.slice(1)] : [0, added];
    if (itself) {
      const [changed] = elementsOf(added[0]);
      for (const { name, value } of changed.attributes) {
        element.setAttribute(name, value);
      }
    }
    const first = Math.max(at - 1, 0);
    const removed = [...element.children].slice(first, first + count - itself);
    const next = element.children[first + removed.length] ?? null;
    for (const each of elementsOf(others.join(""))) {
      element.insertBefore(each, next);
    }
    for (const each of removed) {
      each.remove();
    }
  }
}
