"""Uses the installed wheel, where no source is and nothing else is installed but attrs.

`nox -s package` runs this as a program. It needs no test runner, as that would bring packages.
"""

from __future__ import annotations

import re
from importlib.metadata import distributions, metadata

import ninetka
from ninetka.records import Record, parse
from ninetka.records.json import schema
from ninetka.web.replay import replay_page
from ninetka.web.server import PageServer

# What is installed

installed = {found.name for found in distributions()} - {"pip", "setuptools"}
assert installed == {"attrs", "ninetka"}, installed

# A game, its record and the pages

game = ninetka.Game.start(ninetka.NESTORGAMES, players=4)
while game.state.legal_moves:
    game = game.apply(game.state.legal_moves[-1])
print(game.state)
record = Record(game)
assert parse(record.to_json()) == record
assert '"$schema"' in schema()
assert replay_page(record).startswith("<!doctype html>")
with PageServer() as server:
    assert server.files["rules.js"]

# What the package's page says

about = metadata("ninetka").json
assert about["author_email"]
assert len(about["project_url"]) > 3
description = str(about["description"])
targets = re.findall(r"\]\(([^)]*)\)", description)
assert len(targets) > 10
assert not [target for target in targets if not target.startswith("https://")]
assert "in files -->" not in description
