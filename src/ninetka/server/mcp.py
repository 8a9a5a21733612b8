"""Tools for language models: the methods of `Server` by the Model Context Protocol.

Needs the extra `mcp`. docs/howto/language-models.md describes the tools.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping
from typing import Any, Final

import attrs

from .. import __version__
from ..base.errors import did_you_mean, missing_extra, quoted
from ..base.messages import languages
from .methods import MAX_SECONDS, Server

try:
    import anyio
    from mcp import types
    from mcp.server import Server as ToolServer
    from mcp.server import ServerRequestContext
    from mcp.server.stdio import stdio_server

    from ..drawing.png import to_png
except ModuleNotFoundError as _error:
    raise missing_extra("mcp", _error) from _error

INSTRUCTIONS: Final = (
    "The rules of board games. A position is a text: pass the `position` of one answer to the "
    "next tool. Ask `rules` for the rules of a game and how its moves are written. If a move is "
    "illegal, the error says why; `legal_moves` says which are possible."
)
WIDEST_PICTURE: Final = 2000
"""The most pixels that a picture is wide."""

_PARAMETERS: Final[Mapping[str, Mapping[str, Any]]] = {
    "game": {
        "type": "string",
        "description": "The game's name; without it, the game of the ruleset or the position.",
    },
    "ruleset": {"type": "string", "description": "The name of a ruleset, one of those of `games`."},
    "players": {"type": "integer", "description": "How many play."},
    "position": {"type": "string", "description": "The position, as another tool returned it."},
    "move": {"type": "string", "description": "The move, written as `rules` says."},
    "last_move": {"type": "string", "description": "The move that led to the position."},
    "previous": {
        "type": "string",
        "description": "The position in which `last_move` was made, which some games need.",
    },
    "player": {
        "type": "string",
        "description": "A computer player: easy, club, strong, or search:2s for two seconds.",
    },
    "most": {"type": "integer", "description": "How many of the best moves to return."},
    "format": {"enum": ["png", "svg"], "description": "The kind of picture; png if left out."},
    "size": {
        "type": "integer",
        "description": f"The width of the picture in pixels, at most {WIDEST_PICTURE}.",
    },
    "records": {
        "type": "string",
        "description": "One or many games, as records in any form that the library reads.",
    },
    "language": {"enum": [*languages()], "description": "The language of what is said."},
    "codes": {
        "type": "boolean",
        "description": "Whether to return the code and the values of each sentence too.",
    },
}
_SHOWN: Final = {"facts": {"board": True}}
"""With these parameters a method that leads to a position also describes it."""


@attrs.frozen
class Tool:
    """A method of the server for a language model."""

    method: str
    text: str
    """A description of the tool for the model."""
    required: tuple[str, ...] = ()
    """The parameters that a call needs."""
    optional: tuple[str, ...] = ()
    always: Mapping[str, Any] = {}
    """The parameters that the method gets in every call."""

    def described(self, name: str) -> types.Tool:
        """The tool as the protocol describes it. Custom starts have parameters of their own."""
        names = (*self.required, *self.optional, "language", "codes")
        known = {each: _PARAMETERS[each] for each in names}
        schema = {
            "type": "object",
            "properties": known,
            "required": [*self.required],
            "additionalProperties": "game" in known,
        }
        hints = types.ToolAnnotations(read_only_hint=True, open_world_hint=False)
        return types.Tool(name=name, description=self.text, input_schema=schema, annotations=hints)


TOOLS: Final[Mapping[str, Tool]] = {
    "games": Tool(
        "games",
        "Lists the games, with the rulesets, numbers of players and other options of a start.",
    ),
    "rules": Tool(
        "guide",
        "Tells the rules of a game in short, how its moves are written, and what the first turn, "
        "or the turn in a position, asks of the player.",
        optional=("game", "ruleset", "players", "position"),
    ),
    "start": Tool(
        "start",
        "Begins a game: returns the position and the board at the start.",
        optional=("game", "ruleset", "players"),
        always=_SHOWN,
    ),
    "look": Tool(
        "facts",
        "Describes a position: the board, whose turn it is, the points, and who has won.",
        required=("position",),
        optional=("game", "last_move", "previous"),
        always={"board": True},
    ),
    "legal_moves": Tool(
        "some_moves",
        "Lists the legal moves in a position; in a game with too many, some to choose from.",
        required=("position",),
        optional=("game",),
    ),
    "move": Tool(
        "apply",
        "Makes a move and returns the position and the board after it, or says why it is illegal.",
        required=("position", "move"),
        optional=("game",),
        always=_SHOWN,
    ),
    "choose": Tool(
        "choose",
        "Lets a computer player move: returns its move, and the position and the board after it.",
        required=("position", "player"),
        optional=("game",),
        always=_SHOWN,
    ),
    "analyse": Tool(
        "analyse",
        "Finds the best moves in a position by search: for each the share of the win to expect "
        "(1 is a win), and the line of best play. The player is one that searches, not greedy.",
        required=("position", "player"),
        optional=("game", "most"),
    ),
    "picture": Tool(
        "svg",
        "Draws a position, with the last move marked.",
        required=("position",),
        optional=("game", "last_move", "previous", "format", "size"),
    ),
    "check": Tool(
        "check",
        "Replays recorded games by the rules: says for each whether it is good, and if it is not, "
        "what is wrong in it and where.",
        required=("records",),
    ),
}
"""The tools by their names."""


def call(server: Server, name: str, given: Mapping[str, Any]) -> types.CallToolResult:
    """Call a tool. Never raises: the result says in a sentence what is wrong."""
    tool = TOOLS.get(name)
    if tool is None:
        known, likely = ", ".join(TOOLS), did_you_mean(name, TOOLS)
        return _refused(f"there is no tool {quoted(name)}, only {known}{likely}")
    params = {**given, **tool.always}
    form = None
    if "format" in tool.optional:
        form, size = params.pop("format", "png"), params.setdefault("size", 600)
        if form not in ("png", "svg"):
            return _refused(f'"format" is png or svg, not {quoted(form)}')
        if isinstance(size, int) and size > WIDEST_PICTURE:
            return _refused(f'"size" is at most {WIDEST_PICTURE}, not {quoted(size)}')
    request = {"jsonrpc": "2.0", "id": 0, "method": tool.method, "params": params}
    reply = json.loads(server.answer(json.dumps(request)) or "")
    if "error" in reply:
        return _refused(reply["error"]["message"], reply["error"].get("data"))
    return _told(reply["result"]) if form is None else _drawn(reply["result"]["svg"], form)


def _refused(sentence: str, data: object = None) -> types.CallToolResult:
    return types.CallToolResult(
        content=[types.TextContent(text=sentence)], structured_content=data, is_error=True
    )


def _told(result: dict[str, Any]) -> types.CallToolResult:
    """A result as JSON, and its board as a text of its own."""
    result.pop("click", None)  # which is for programs with a mouse
    for game in result.get("games", ()):
        for ruleset in game.get("rulesets", ()):
            del ruleset["summary"]  # `rules` has it
    texts = [result["board"]] if "board" in result else []
    texts.append(json.dumps({name: each for name, each in result.items() if name != "board"}))
    return types.CallToolResult(
        content=[types.TextContent(text=text) for text in texts], structured_content=result
    )


def _drawn(svg: str, form: str) -> types.CallToolResult:
    if form == "svg":
        return types.CallToolResult(content=[types.TextContent(text=svg)])
    data = b64encode(to_png(svg)).decode()
    return types.CallToolResult(content=[types.ImageContent(data=data, mime_type="image/png")])


def tool_server(seconds: float = MAX_SECONDS) -> ToolServer[Any]:
    """A server of the tools, for any transport, in which a call may take some seconds."""
    server = Server(seconds)

    async def on_list_tools(
        _context: ServerRequestContext[Any], _params: object
    ) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[tool.described(name) for name, tool in TOOLS.items()])

    async def on_call_tool(
        _context: ServerRequestContext[Any], params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        return await anyio.to_thread.run_sync(call, server, params.name, params.arguments or {})

    return ToolServer(
        "ninetka",
        version=__version__,
        instructions=INSTRUCTIONS,
        on_list_tools=on_list_tools,
        on_call_tool=on_call_tool,
    )


def serve(seconds: float = MAX_SECONDS) -> None:
    """Serve the tools on standard input and output until the input ends."""
    server = tool_server(seconds)

    async def talk() -> None:
        async with stdio_server() as (read, write):
            await server.run(read, write, server.create_initialization_options())

    anyio.run(talk)
