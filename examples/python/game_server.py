"""A server for one game of 9tka. Every message is a line of text.

    python examples/python/game_server.py --players 2 --port 9009 > game.9tka

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

from ninetka import NINE, Game, NinetkaError, Seat, State
from ninetka.records import Record


class Table:
    """A game and the connections of those who sit at it."""

    def __init__(self, start: State) -> None:
        self.game = Game.from_state(start)
        self.seated: dict[Seat, StreamWriter] = {}
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

    def take(self, seat: Seat, text: str) -> None:
        """Make the move a seat asks for, or tell it why not."""
        state = self.game.state
        try:
            if seat != state.to_move:
                raise NinetkaError(f"it is the turn of seat {state.to_move}")
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


async def serve(table: Table, host: str, port: str) -> None:
    """Let clients play until the game is over."""
    with closing(await asyncio.start_server(table.welcome, host, port)) as server:
        host, port, *_ = server.sockets[0].getsockname()
        print(f"waiting for players on {host} port {port}", file=sys.stderr)
        await table.over.wait()


def main() -> None:
    """Serve one game of 9tka, and print its record when it is over or broken off by Ctrl-C."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    defaults = {"ruleset": "nestorgames", "players": "2", "host": "127.0.0.1", "port": "9009"}
    for option, default in defaults.items():
        parser.add_argument(f"--{option}", default=default)
    given = parser.parse_args()
    try:
        table = Table(NINE.begin({"Ruleset": given.ruleset, "Players": given.players}))
        with suppress(KeyboardInterrupt):
            asyncio.run(serve(table, given.host, given.port))
    except (NinetkaError, OSError, OverflowError) as error:
        parser.error(str(error))
    print(Record(table.game).to_text(), end="")


if __name__ == "__main__":
    main()
