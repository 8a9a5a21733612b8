"""Sentences about 9tka in English, by code; other languages are in `words`."""

from __future__ import annotations

from ..base.messages import Template


class Say(Template):
    """The sentences about the rules, positions and moves of 9tka."""

    # Sections (R2), by the names of `Section`
    TOP_LEFT = "top left"
    TOP_MIDDLE = "top middle"
    TOP_RIGHT = "top right"
    MIDDLE_LEFT = "middle left"
    CENTRE = "centre"
    MIDDLE_RIGHT = "middle right"
    BOTTOM_LEFT = "bottom left"
    BOTTOM_MIDDLE = "bottom middle"
    BOTTOM_RIGHT = "bottom right"
    # Squares and moves
    NOT_A_SQUARE = "{text} is not a square: squares are A1 to K11"
    NOT_A_MOVE = "{text} is not a move: moves are written E5, *E5, @A5, A5-F5 or --"
    # Illegal moves (R5-R10, Q2)
    GAME_OVER = "the game is over: no stone can slide"
    NEUTRALS_PLACED = "a neutral cannot go to {square}: all neutrals are placed"
    NEUTRAL_OFF_CORE = "a neutral cannot go to {square}: it is not on the core, C3 to I9"
    NEUTRAL_ON_STONE = "a neutral cannot go to {square}: it is taken"
    SECOND_NEUTRAL = (
        "a neutral cannot go to {square}: the {section} section has its neutral on {other}"
    )
    NEUTRALS_FIRST = "a stone cannot go to {square}: the neutrals are placed first"
    STONES_PLACED = "a stone cannot go to {square}: all stones are placed"
    STONE_OFF_RIM = "a stone cannot go to {square}: it is not on the rim"
    STONE_ON_STONE = "a stone cannot go to {square}: it is taken"
    STONES_FIRST = "{square} cannot slide: all stones are placed first"
    SLIDE_OFF_RIM = "{square} cannot slide: it is not on the rim"
    NO_STONE = "{square} cannot slide: no stone is there"
    NOT_YOUR_STONE = "{square} cannot slide: the stone there belongs to seat {owner}"
    BLOCKED = "{square} cannot slide: {neighbour} is taken"
    NOTHING_TO_STOP_IT = "{square} cannot slide: no stone on its line would stop it"
    MUST_PLACE = "seat {seat} cannot pass: every turn of this phase places a stone"
    MUST_SLIDE = "seat {seat} cannot pass: it can slide, for example {example}"
    STOPPED_BY_EDGE = "{square} stops on {end}, not on {stated}: the board's edge stops it"
    STOPPED_BY_STONE = "{square} stops on {end}, not on {stated}: the stone on {stop} stops it"
    NOT_THE_LAST_MOVE = "{move} cannot be taken back: it was not the last move"
    # Texts of positions
    NOT_A_POSITION = (
        "a position is board, seat, players and ruleset, not {text}: write 'BOARD a 2 "
        "nestorgames', for example"
    )
    WRONG_ROWS = "a board has {rows} rows with / between, not {count}"
    NOT_A_SEAT = "the seat to move is a, b, c or d, not {text}"
    NOT_THE_PLAYERS = "the number of players is 2, 3 or 4, not {text}"
    # Impossible positions (R1-R10, Q1)
    ON_A_CORNER = "{square} is a corner and cannot have a stone"
    OFF_THE_CORE = "{square} has a neutral but is not on the core"
    MANY_NEUTRALS = "the {section} section has {count} neutrals, not one"
    DOES_NOT_PLAY = "seat {seat} has stones but does not play"
    TOO_MANY_STONES = "seat {seat} has {count} stones, more than its {most}"
    BEFORE_NEUTRALS = "{square} has a player's stone before all neutrals are placed"
    BEFORE_STONES = "{square} has a player's stone before all stones are placed"
    UNFAIR_PLACEMENT = "of {placed} stones placed the seats have {counts}, not {fair}"
    UNFAIR_SLIDES = "no order of turns lets the seats slide {counts} times"
    UNACCOUNTED_STONE = "no empty rim square is left that the stone on {square} can have come from"
    WRONG_SEAT = "it is the turn of seat {seats}, not {seat}"
    # The rules in short
    ABOUT_9TKA = "9tka is a board game for {counts} players, who take turns as seats {seats}."
    AIM = "The aim is to conquer more of the nine sections than any other player."
    BOARD = (
        "The board has columns A to K from left to right and rows 1 to 11 from bottom to top; its "
        "four corners are never used."
    )
    RIM = (
        "The 36 other squares of the edge are the rim; the squares inside it, B2 to J10, form "
        "nine sections of 3 by 3."
    )
    STONES = "{stones}; nine neutral stones belong to nobody."
    FIRST_EACH_HAS_ONE = "Each of {players} players has 1 stone"
    EACH_HAS_ONE = "each of {players} players has 1 stone"
    FIRST_EACH_HAS = "Each of {players} players has {count} stones"
    EACH_HAS = "each of {players} players has {count} stones"
    FIRST_SEATS_HAVE = "Of {players} players, seats {seats} have {counts} stones"
    SEATS_HAVE = "of {players} players, seats {seats} have {counts} stones"
    PLAYERS_PLACE_NEUTRALS = (
        "First, each turn places a neutral stone on an empty square from C3 to I9, in a section "
        "that has none yet, until all nine sections have one."
    )
    CHANCE_PLACES_NEUTRALS = (
        "Before the first turn, the neutral stones are placed at random on squares from C3 to I9, "
        "one in each section."
    )
    FIRST_FILL_RIM = (
        "First, each turn places one of the player's own stones on an empty rim square, until the "
        "rim is full."
    )
    FIRST_PLACE_ALL = (
        "First, each turn places one of the player's own stones on an empty rim square, until all "
        "players have placed all of theirs."
    )
    THEN_FILL_RIM = (
        "Then each turn places one of the player's own stones on an empty rim square, until the "
        "rim is full."
    )
    THEN_PLACE_ALL = (
        "Then each turn places one of the player's own stones on an empty rim square, until all "
        "players have placed all of theirs."
    )
    STEPPED_OVER = "A player who has none left to place is stepped over."
    THEN_SLIDE = (
        "Then each turn slides one of the player's own stones from the rim along its row or "
        "column into the board."
    )
    OPENER = "The first stone on the rim and the first slide are {seats}."
    OPENERS = "The first stone on the rim is {stone}; the first slide is {slide}."
    OPENER_AFTER_NEUTRALS = (
        "Seat a places the first neutral stone; the first stone on the rim and the first slide "
        "are {seats}."
    )
    OPENERS_AFTER_NEUTRALS = (
        "Seat a places the first neutral stone; the first stone on the rim is {stone}; the first "
        "slide is {slide}."
    )
    SEAT_WITH = "seat {seat}'s with {counts} players"
    STOPS_BEFORE = (
        "A sliding stone runs over empty squares and stops just before the first stone it meets: "
        "neutral, anybody's, or still waiting on the opposite rim."
    )
    MUST_RUN = "It cannot stop earlier, and it moves at least one square."
    EDGE_STOPS = (
        "A stone that would meet no other stops on the last square before the opposite rim."
    )
    EDGE_STOPS_NOT = "A stone that would meet no other cannot slide."
    NEVER_AGAIN = "Once it has slid, a stone never moves again."
    SLIDE_OR_PASS = "A player who can slide must slide; a player who cannot, passes."
    ENDS = "The game ends as soon as nobody can slide."
    CONQUERED = (
        "A section is conquered by the player with more stones in it than any other player; "
        "neutral stones count for nobody, and a tie for most conquers it for nobody."
    )
    LATEST_WINS = (
        "Each conquered section scores one point, and most points win; among tied players the "
        "latest in turn order wins."
    )
    LAST_SLIDE_WINS = (
        "Each conquered section scores one point, and most points win; among tied players the one "
        "who slid last wins."
    )
    MOVES_WITH_NEUTRALS = (
        "Moves are written *E5 (place a neutral stone on E5), @A5 (place your stone on A5), A5-F5 "
        "(slide from A5, stopping on F5) and -- (pass)."
    )
    MOVES = (
        "Moves are written @A5 (place your stone on A5), A5-F5 (slide from A5, stopping on F5) "
        "and -- (pass)."
    )
    SQUARES_WITH_NEUTRALS = "The square alone will do, such as E5, or A5 for a slide from there."
    SQUARES = "The square alone will do, such as A5 for a slide from there."
    # Instructions (R5-R10)
    IS_OVER = "The game is over: no stone can slide."
    PASS = "None of your stones can slide, so you must pass: {example}."
    SLIDE = (
        "Slide one of your stones from the rim, for example {example}, which would stop on {end}."
    )
    PLACE_STONE = "Place one of your stones on an empty rim square, for example {example}."
    PLACE_NEUTRAL = (
        "Place a neutral stone on a core square (C3 to I9) of a section that has none, for "
        "example {example}."
    )
    CHANCE_PLACES = (
        "Chance places a neutral stone on a core square (C3 to I9) of a section that has none, "
        "for example {example}."
    )
    # What a move has done (R5-R9, R11)
    PASSED = "Seat {seat} passed."
    SLID = "Seat {seat} slid from {start} to {end}."
    PLACED_STONE = "Seat {seat} placed a stone on {square}."
    PLACED_NEUTRAL = "Seat {seat} placed a neutral stone on {square}."
    CHANCE_PLACED = "Chance placed a neutral stone on {square}."
    HOLDS = "Seat {seat} holds the {section} section now."
    NOBODY_HOLDS = "Nobody holds the {section} section now."
    # Why a tie is won (R12, Q6)
    POINT = "1 point"
    POINTS = "{count} points"
    LATER_OF_TIED = "Seats {tied} are tied at {points}: the later in turn order wins."
    LATEST_OF_TIED = "Seats {tied} are tied at {points}: the latest in turn order wins."
    LAST_SLIDE_OF_TIED = "Seats {tied} are tied at {points}: {winner} slid last and wins."
    # Lessons
    ABOUT = "Slide stones to hold the most sections."
    FIRST_NEUTRAL = (
        "You win by holding more of the nine sections than the other player. Both players first "
        "place the neutral stones, one in each section. Place one in the middle, on {square}. The "
        "others follow by themselves."
    )
    FIRST_STONE = (
        "Now you place your stones around the board, on the rim, where they wait to slide in. "
        "Place one on {square}. The rest of the rim is then filled for you."
    )
    SLIDE_TO_BREAK = (
        "Slide the stone on {square}. It stops on {end}. The other player then no longer has the "
        "most stones in that section and loses it."
    )
    SLIDE_TO_HOLD = (
        "Slide the stone on {square}. It stops on {end}, just before the next stone. You then "
        "have the most stones in that section, and hold it."
    )
    STOP_IN_THE_MIDDLE = "Slide a stone so that it stops in the middle section."
    LOOK_FOR_A_STONE = (
        "A slide goes straight on to the square before the next stone, so the place to look for "
        "is a stone in the way."
    )
    WIN_A_SECTION = "Win a section: slide a stone so that you hold one more."
    WHO_HOLDS = "You hold a section if you have more stones in it than any other player."
    BREAK_A_SECTION = "Take a section away from the other player, without losing one of yours."
    TIED_SECTION = (
        "With as many stones as the other player in a section you do not hold it yourself, but "
        "neither do they."
    )
    # Pictures and boards of text
    NEUTRALS = "neutrals"
    PLACEMENT = "placement"
    MOVEMENT = "movement"
    SEAT = "Seat {seat}"
    TITLE = "9tka: {status}"
    STATUS = "{ruleset}, {players} players, {phase}, {player} to move"
    STATUS_OVER = "{ruleset}, {players} players, over, {result}"
    STATUS_WON = "{ruleset}, {players} players, over, {result}, won by {winner}"
    STAGE = "{ruleset}, {players} players, {phase}"
    TO_MOVE = "{player} to move"
    WON_BY = "Won by {player}"
    SCORES = "Points: {points}"
    HELD = "Sections held: {sections}"
    NONE_HELD = "Sections held: none"
    LAST_MOVE = "Last move: {move}"
    POSITION = "Position: {position}"
    EMPTY = "empty"
    NEUTRAL_STONE = "neutral stone"
    STONE_OF = "stone of {player}"
    CAN_SLIDE_TO = "can slide to {square}"
    CAN_BE_PLACED = "a stone can be placed here"
    WHERE_SLIDES_END = "where {squares} can slide to"
    # Rulesets and their tags (R4, Q6, Q7)
    NO_STONES = "a ruleset needs a number of stones for 2, 3 or 4 players"
    NOT_PLAYED_BY = "9tka is played by 2 to 4, not by {players}"
    WRONG_SUPPLIES = "{players} players need {players} numbers of stones, not {count}"
    TOO_FEW_STONES = "each of {players} players needs at least 1 stone, not {count}"
    TOO_FULL = "{players} players with {count} stones each do not fit on the rim of {rim}"
    TOO_FULL_BY_SEAT = "{players} players with {counts} stones do not fit on the rim of {rim}"
    CAN_WAKE = (
        "ties go to the last to slide only where a player who has passed cannot slide again: "
        "give {players} players {rim} stones in all, or use the edge_stop board"
    )
    WRONG_COLOURS = "a ruleset has the name of a colour for each of 4 seats, not {colours}"
    NOT_STONES = "{tag} is written 2:18 3:12 4:9, or by seat 2:19,17, not {text}"
    STONES_TWICE = "{tag} names a number of players twice: {text}"
    NOT_A_NUMBER = "{text} is not a number of players"
    # Board editors
    NEUTRAL_PIECE = "Neutral piece"
