"""An engine that knows no rules: it answers `go` after `go` as its arguments say.

Each is a move, `resign`, `die`, `hang`, `flood`, `deaf` (it hangs, but for `stop`) or a whole line.
The last one is repeated. `--noisy` writes much that means nothing.
"""

from __future__ import annotations

import sys
import time

answers = [word for word in sys.argv[1:] if word != "--noisy"]
noisy = "--noisy" in sys.argv
heard: list[str] = []


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def act(answer: str) -> None:
    if answer == "die":
        print("a tear\nfarewell \x1b[31m", file=sys.stderr)
        sys.exit(7)
    elif answer == "hang":
        time.sleep(1e6)
    elif answer == "flood":
        while True:
            say("info text and another thing")
    elif answer != "deaf":
        say(answer if " " in answer or answer == "resign" else f"bestmove {answer}")


for line in sys.stdin:
    command = line.split()[0]
    heard.append(line.rstrip("\n"))
    if noisy:
        for noise in ("", "\t", "info", "info depth x line", "bestmov 3", "option", "\u2603" * 999):
            say(noise)
    if command == "nep":
        say("id name actor")
        say("id author Ann")
        say("option heard text default")
        say("option speed number min 1 max 9 default 3")
        say("option calm switch default on")
        say("option style choice of a b default a")
        say("option odd thing")
        say("nepok 1")
    elif command == "isready":
        say("readyok")
    elif command == "go":
        say(f"info text {' | '.join(heard)}")
        heard.clear()
        act(answers.pop(0) if len(answers) > 1 else answers[0])
    elif command == "stop" and answers[0] == "deaf":
        say("bestmove +2")
    elif command == "quit":
        break
