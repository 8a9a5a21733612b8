"""The games inside other frameworks. Each module needs the extra named in brackets.

arrays      positions as arrays and what games are worth, for these and loops of your own [batch]
common      what they share: starts, policies
rendering   boards as text or pixels, for PettingZoo and Gymnasium
openspiel   Python games for OpenSpiel [openspiel]
pettingzoo  agent-environment-cycle environments for PettingZoo [pettingzoo]
gymnasium   one seat's environment for Gymnasium [pettingzoo]
openenv     one seat's environment for OpenEnv, with moves as text [openenv]

They serve every game of the registry whose states are `ninetka.protocol.ObservableState`.
"""
