"""The games inside other frameworks: a module each, which needs the extra of its name.

common      what they share: starts from options, observations as arrays, pay-offs
pictures    a state as an array of pixels
openspiel   Python games for OpenSpiel
pettingzoo  agent-environment-cycle environments for PettingZoo
gymnasium   one seat's environment for Gymnasium, in the extra of pettingzoo

They know the games by `protocol.py` and the registry alone, so that they serve every game there.
"""
