"""Writes the OpenSpiel playthroughs that the tests replay."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from absl import flags
from open_spiel.python.algorithms.generate_playthrough import playthrough

import ninetka.adapters.openspiel  # noqa: F401  # registers the games

FOLDER = Path(__file__).parent / "playthroughs"
NAMES = [
    f"python_ninetka(players={players},ruleset={ruleset})"
    for players in (2, 3, 4)
    for ruleset in ("nestorgames", "wiki")
]
NAMES += ["python_ninetka_zero_sum", "python_ninetka(edge_stop=stone,stones=2:2 3:2)"]
NAMES += ["python_kropki(columns=5,rows=4)", "python_kropki_zero_sum(columns=4,rows=5,start=empty)"]
NAMES += ["python_morris(players=3,quiet=2,tokens=3)", "python_morris_zero_sum(quiet=2,tokens=4)"]

flags.FLAGS(sys.argv[:1])
for seed, name in enumerate(NAMES):
    path = FOLDER / f"{re.sub(r'[^a-z0-9]+', '_', name).strip('_')}.txt"
    path.write_text(playthrough(name, None, seed=seed), "utf-8")
