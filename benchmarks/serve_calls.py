"""How many calls a second `ninetka serve` answers over a pipe, one waiting for the other.

Usage: python benchmarks/serve_calls.py [GAMES]
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from random import Random

from ninetka import NESTORGAMES, State
from ninetka.simulate import random_game


def apply_calls(games: int) -> Iterator[bytes]:
    """An `apply` for every ply of random games, of two, three and four players in turn."""
    for number in range(games):
        game = random_game(State.start(NESTORGAMES, players=2 + number % 3), Random(number))
        for state, text in zip(game.states(), game.move_texts(), strict=False):
            params = {"position": state.to_text(), "move": text}
            call = {"jsonrpc": "2.0", "id": number, "method": "apply", "params": params}
            yield json.dumps(call).encode() + b"\n"


def rate(calls: list[bytes]) -> float:
    """How many of these calls are answered a second, each sent when the one before is answered."""
    command = [sys.executable, "-m", "ninetka", "serve"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        begun = 0.0
        for call in [calls[0], *calls]:
            server.stdin.write(call)
            server.stdin.flush()
            reply = server.stdout.readline()
            assert b'"result"' in reply, reply
            begun = begun or time.perf_counter()  # now it has started
        seconds = time.perf_counter() - begun
        server.stdin.close()
    return len(calls) / seconds


def main() -> None:
    """Print the rates of calls that follow a game, and of the same calls in any order."""
    calls = list(apply_calls(int(sys.argv[1]) if len(sys.argv) > 1 else 300))
    shuffled = Random(1).sample(calls, len(calls))
    print(f"{len(calls):,} apply calls; a second, game after game: {rate(calls):,.0f}")
    print(f"{len(calls):,} apply calls; a second, in any order: {rate(shuffled):,.0f}")


if __name__ == "__main__":
    main()
