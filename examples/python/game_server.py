"""A server for one game. Every message is a line of text.

    python examples/python/game_server.py --players 2 --port 9009 > game.9tka
    python examples/python/game_server.py --game mills --ruleset morabaraba > game.9tka

Whoever connects (`nc localhost 9009` will do) gets the first free seat and sends moves: E5, A5 …
The server sends `seat a`, the `position` after each move, an `error`, `left b` and at the end the
`result`. A seat that is left stays free, and the game waits for whoever connects next and takes it.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from asyncio import StreamReader, StreamWriter
from collections.abc import Iterable
from contextlib import closing, suppress
from random import Random
from typing import Any

from ninetka import Game, NinetkaError
from ninetka.games import entry_for_name
from ninetka.protocol import GameState
from ninetka.records import Record


class Table:
    """A game and the connections of those who sit at it."""

    def __init__(self, start: GameState[Any]) -> None:
        self.game: Game[GameState[Any], Any] = Game.from_state(start)
        self.seated: dict[int, StreamWriter] = {}
        self.over = asyncio.Event()

    async def welcome(self, reader: StreamReader, writer: StreamWriter) -> None:
        """Give a client a seat for as long as it stays."""
        seat = next((seat for seat in self.game.state.seats if seat not in self.seated), None)
        if seat is None:
            tell([writer], "error all seats are taken")
            writer.close()
            return
        self.seated[seat] = writer
        tell([writer], f"seat {seat}", f"position {self.game.state.to_text()}")
        try:
            while (line := await reader.readline()).endswith(b"\n"):  # half a line is no move
                self.take(seat, line.decode(errors="replace").strip())
                await writer.drain()
                await asyncio.sleep(0)  # others get their turn however fast this one sends
        except ValueError:
            tell([writer], "error the line is too long")
        except (OSError, asyncio.CancelledError):
            pass  # the connection is lost, or the server ends
        finally:
            del self.seated[seat]
            writer.close()
        if not self.over.is_set():
            tell(self.seated.values(), f"left {seat}")

    def take(self, seat: int, text: str) -> None:
        """Make the move a seat asks for, or tell it why not."""
        state = self.game.state
        try:
            if seat != state.to_move:
                raise NinetkaError(f"it is the turn of seat {state.seats[state.to_move]}")
            self.game = self.game.apply(state.parse_move(text))
        except NinetkaError as error:
            tell([self.seated[seat]], f"error {error}")
            return
        tell(self.seated.values(), f"position {self.game.state.to_text()}")
        if self.game.state.is_over:
            tell(self.seated.values(), f"result {self.game.state.outcome}")
            self.over.set()


def tell(clients: Iterable[StreamWriter], *lines: str) -> None:
    """Send lines; over a lost connection they go nowhere."""
    for writer in clients:
        writer.write("".join(f"{line}\n" for line in lines).encode())


def start(game: str, **options: str | None) -> GameState[Any]:
    """The position that a game with these options begins with. Raises NinetkaError."""
    given = {name: text for name, text in options.items() if text is not None}
    return entry_for_name(game).begin(game=game, **given).dealt(Random())  # if chance deals it


async def serve(table: Table, host: str, port: str) -> None:
    """Let clients play until the game is over."""
    with closing(await asyncio.start_server(table.welcome, host, port)) as server:
        host, port, *_ = server.sockets[0].getsockname()
        print(f"waiting for players on {host} port {port}", file=sys.stderr)
        await table.over.wait()


def main() -> None:
    """Serve one game, and print its record when it is over or broken off by Ctrl-C."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--game", default="9tka", help="9tka, Kropki, 9AM, Mills or another")
    parser.add_argument("--ruleset", help="the usual one if left out")
    parser.add_argument("--players", help="as many as is usual if left out")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", default="9009")
    given = parser.parse_args()
    try:
        table = Table(start(given.game, ruleset=given.ruleset, players=given.players))
        with suppress(KeyboardInterrupt):
            asyncio.run(serve(table, given.host, given.port))
    except (NinetkaError, OSError, OverflowError) as error:
        parser.error(str(error))
    print(Record(table.game).to_text(), end="")


if __name__ == "__main__":
    main()
