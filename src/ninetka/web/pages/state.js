// What the page to play on knows: one object, which the other scripts read and change.
// Imports nothing.

export const state = {
  steps: null, // the plies of the game (steps.js), each with its `facts`, once they are known
  game: null, // {name, options, tags, ending, seats, marks, forms, summary, computers}: see records.js
  taken: [], // what can be made again: plies and endings that were taken back, the last one first

  picks: [], // the places picked so far
  found: null, // what the rules say they amount to
  cursor: "", // the place that the Tab key stops at
  targets: new Map(), // by place: the element of the picture that stands for it

  fresh: null, // {ply, picture, reply, shown}: the last move's, if its picture came with it
  shown: null, // what the picture on the board was asked for
  wanted: null, // the ply whose picture is to be drawn, the latest wish
  drawing: null, // the promise that it is drawn, while it is not

  thinking: null, // the ply for which a computer player is thinking
  halted: false, // whether computer players wait until they are told to go on

  noted: null, // the ply whose comment can be written
  checked: null, // {name, text, games}: a file, and what is known of its games so far
  kinds: [], // the games that can be begun
  done: Promise.resolve(), // when all that was asked for is done
};
