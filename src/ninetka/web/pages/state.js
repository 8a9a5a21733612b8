// What the page to play on knows: one object, which the other scripts read and change.
// Imports nothing.

export const state = {
  steps: null, // the plies of the game (steps.js), each with its `facts`, once they are known, and what is `drawn` on it
  game: null, // {name, options, tags, ending, seats, marks, forms, summary, computers}: see records.js
  taken: [], // plies and endings that were taken back and can be made again; the next one is last

  picks: [], // the places picked so far
  premove: [], // the places picked while a computer thinks, for the move after its own
  click: null, // what the rules say of them: the move they make, or what can be picked next
  cursor: "", // the place that the Tab key stops at
  targets: new Map(), // by place: the element of the picture that stands for it

  lastReply: null, // {ply, picture, reply, shown}: the last move's, if its picture came with it
  shown: null, // what the picture on the board was asked for
  wanted: null, // {at}: the ply whose picture was asked for last
  drawing: null, // the promise while a picture is being drawn, else null

  instead: null, // while the board is for something else than moves: takes the places that are picked
  lesson: null, // in a lesson: takes the text of the move that a person wants to make
  thinking: null, // the ply for which a computer player is thinking
  halted: false, // whether computer players wait until they are told to go on

  noted: null, // the ply whose comment can be written
  checked: null, // {name, text, games}: a file, and what is known of its games so far
  games: [], // the games that can be begun
  queue: Promise.resolve(), // the promise of the last action in line (`enqueue`)
};
