"""Matches, games between computer players, standings."""
