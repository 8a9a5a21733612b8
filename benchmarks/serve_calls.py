"""How many calls per second `ninetka serve` answers over a pipe, one at a time.

Also how long it takes to show a new dot on Kropki's largest usual board, as a page asks for it.

Usage: python benchmarks/serve_calls.py [GAMES]
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import islice
from random import Random
from statistics import median

from ninetka import NESTORGAMES, State, kropki
from ninetka.server import Server
from ninetka.simulate import random_game


def apply_calls(games: int) -> Iterator[bytes]:
    """A call of `apply` for every ply of random games with two, three and four players."""
    for number in range(games):
        game = random_game(State.start(NESTORGAMES, players=2 + number % 3), Random(number))
        for state, text in zip(game.states, game.move_texts, strict=False):
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


def picture_times() -> list[float]:
    """Seconds for each picture of a game of Kropki with targets, as what changes since the last."""
    game = random_game(kropki.State.start(), Random(1))
    server, times = Server(), []
    shown = {"position": game.initial_state.to_text(), "targets": True}
    for state, text in zip(islice(game.states, 1, None), game.move_texts, strict=True):
        since = shown
        previous = since["position"]
        shown = {**since, "position": state.to_text(), "last_move": text, "previous": previous}
        params = {"game": "kropki", **shown, "since": since}
        message = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "svg", "params": params})
        begun = time.perf_counter()
        reply = server.answer(message)
        times.append(time.perf_counter() - begun)
        assert reply is not None
        assert '"changes"' in reply, reply
    return times


def main() -> None:
    """Print the rates for calls in game order and shuffled, and the time for a picture."""
    calls = list(apply_calls(int(sys.argv[1]) if len(sys.argv) > 1 else 300))
    shuffled = Random(1).sample(calls, len(calls))
    print(f"{len(calls):,} apply calls; per second, in game order: {rate(calls):,.0f}")
    print(f"{len(calls):,} apply calls; per second, shuffled: {rate(shuffled):,.0f}")
    times = picture_times()
    print(f"{len(times):,} dots on 39 x 32 with targets; median ms: {median(times) * 1000:.1f}")


if __name__ == "__main__":
    main()
