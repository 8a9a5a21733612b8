"""How many calls per second `ninetka serve` answers over a pipe, one at a time.

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
    """A call of `apply` for every ply of random games with two, three and four players."""
    for number in range(games):
        game = random_game(State.start(NESTORGAMES, players=2 + number % 3), Random(number))
        for state, text in zip(game.states(), game.move_texts(), strict=False):
            params = {"position": state.to_text(), "move": text}
            call = {"jsonrpc": "2.0", "id": number, "method": "apply", "params": params}
            yield json.dumps(call).encode() + b"\n"


def rate(calls: list[bytes]) -> float:
    """Calls answered per second, each sent after the answer to the one before."""
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
    """Print the rates for calls in game order, and for the same calls shuffled."""
    calls = list(apply_calls(int(sys.argv[1]) if len(sys.argv) > 1 else 300))
    shuffled = Random(1).sample(calls, len(calls))
    print(f"{len(calls):,} apply calls; per second, in game order: {rate(calls):,.0f}")
    print(f"{len(calls):,} apply calls; per second, shuffled: {rate(shuffled):,.0f}")


if __name__ == "__main__":
    main()
