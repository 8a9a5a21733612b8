"""The games inside other frameworks: a module each, which needs the extra of its name.

common      what they share: where games start, observations as arrays, pay-offs
rendering   a board as text, as pixels or printed, for the Farama frameworks
openspiel   Python games for OpenSpiel
pettingzoo  agent-environment-cycle environments for PettingZoo
gymnasium   one seat's environment for Gymnasium, in the extra of pettingzoo
openenv     one seat's environment for OpenEnv, by moves as text, over HTTP and WebSocket

They know the games by `protocol.py` and the registry alone, so that they serve every game there.
"""
