"""The games inside other frameworks: a module for each, with its extra in brackets.

openspiel   Python games for OpenSpiel [openspiel]
pettingzoo  agent-environment-cycle environments for PettingZoo [pettingzoo]
gymnasium   one seat's environment for Gymnasium [pettingzoo]
vector      many games at once for Gymnasium [batch]
openenv     one seat's environment for OpenEnv, with moves as text [openenv]

What they share, and loops of your own can use:

arrays      positions as arrays, and what games are worth [batch]
episodes    how a game begins, how long it lasts, who plays the other seats
rendering   boards as text or pixels, for PettingZoo and Gymnasium

Apart from these, `fields` has states, moves and games as plain data for other libraries' models.

They serve every game of the registry whose states are `ninetka.protocol.ObservableState`, and name
none.
"""
