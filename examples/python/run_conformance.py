"""Run ninetka's conformance suite on an implementation of the rules in Python.

    python run_conformance.py my_rules:Rules

The class has methods named like those of the calls, which take their parameters by name and return
the result as a dictionary. What they raise is an error; its `reason` or `problems`, if it has them,
are the codes of what is wrong.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from ninetka.conformance import CaseStatus, cases_of, check, suites

METHOD_NOT_FOUND = -32601
SUITE = Path(__file__).parents[2] / "conformance"


class Asked:
    """Answers the messages of the suite by an object's methods."""

    def __init__(self, rules: object) -> None:
        self.rules = rules

    def answer(self, message: str) -> str:
        """The reply to a message, both of them JSON."""
        call = json.loads(message)
        return json.dumps({"id": call["id"], **self.answered(call["method"], call["params"])})

    def answered(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """The result of a call, or the error."""
        asked = getattr(self.rules, method, None)
        if asked is None:
            return {"error": {"code": METHOD_NOT_FOUND}}
        try:
            return {"result": asked(**params)}
        except Exception as error:
            codes = {name: getattr(error, name, None) for name in ("reason", "problems")}
            data = {name: code for name, code in codes.items() if code is not None}
            return {"error": {"code": 1, "message": str(error), "data": data}}


def main() -> None:
    module, _, name = sys.argv[1].partition(":")
    sys.path.insert(0, "")
    asked = Asked(getattr(import_module(module), name)())
    cases = [case for game in suites(SUITE) for case in cases_of(game, SUITE)]
    failed = 0
    for verdict in check(cases, asked.answer):
        if verdict.status is CaseStatus.FAILED:
            failed += 1
            print(f"{verdict.case.name} ({', '.join(verdict.case.shows)}): {verdict.difference}")
    print(f"{failed} of {len(cases)} cases failed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
