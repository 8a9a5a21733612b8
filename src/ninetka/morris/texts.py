"""Sentences about 9AM and Mills in English, by code; other languages are in `words`."""

from __future__ import annotations

from ..base.messages import Template


class Say(Template):
    """The sentences about the rules, positions and moves of mill games."""

    # Small numbers, and numbers of tokens with which something holds
    ZERO = "no"
    ONE = "one"
    TWO = "two"
    THREE = "three"
    FOUR = "four"
    FIVE = "five"
    SIX = "six"
    EXACTLY_THREE = "exactly three tokens"
    EXACTLY = "exactly {number} tokens"
    OR_FEWER = "{number} tokens or fewer"
    NO_TOKENS = "no tokens"
    FEWER_THAN_THREE = "fewer than three tokens"
    FEWER_THAN = "fewer than {number} tokens"
    MORE_THAN_THREE = "more than three tokens"
    MORE_THAN = "more than {number} tokens"
    # Fields and boards (M1, M2, M16)
    NOT_A_FIELD = "{text} is not a field: fields are 1 to {last}"
    NOT_A_NAME = "{text} is not a field: write a name such as {name}, or 1 to {last}"
    NOT_A_NUMBER = "{text} is not the number of a field: those are 1 to {last}"
    OFF_THE_BOARD = "field {field} is not on the board: fields are 1 to {last}"
    SHORT_LINE = "a line has three fields or more, all different, as in 1-4-7, not {fields}"
    WRONG_EDGE = "an edge has two different fields, as in 1-4, not {fields}"
    WRONG_NAME = (
        "a field's name is of lower-case letters and digits, begins with a letter other than x, "
        "and is used once, as in a1, not {name}"
    )
    WRONG_PLACES = (
        "places are given for all fields or for none: two numbers from -1 to 1 each, and no two "
        "places closer than {distance}"
    )
    UNCONNECTED = "field {field} is in no line and no edge"
    WRONG_SIZE = "a board has 3 to {most} fields, not {fields}"
    NO_LINE = "a board has at least one line"
    SAME_LINES = "two lines of the board have the same fields"
    NEIGHBOURS_ALREADY = (
        "{first}-{second} cannot be an edge: these fields are neighbours already, by a line or by "
        "another edge"
    )
    RINGS_FOR = "boards of rings are for 2 to 5 players, not {players}"
    WRONG_RINGS = "for {players} players there are three rings of {fields} different fields"
    # Texts and codes of moves (M5-M7, M10, M28)
    REMOVAL_IS_A_MOVE = "a removal is a move of its own: write {first}, then {removals}"
    NOT_A_MOVE = "{text} is not a move: write {put} to put, {step} to move, {remove} to remove"
    NO_ACTION = "{move} has no action code: nobody chooses it on the board"
    WAYS_TO_LEAVE = "a player leaves by resigning or on time, not by {kind}"
    # Illegal moves (M5-M7, M10, M13, M17, M24-M26, M28)
    GAME_OVER = "the game is over"
    MUST_PUT = "seat {seat} has tokens in hand and must put one on a free field"
    MUST_PUT_OR_MOVE = "seat {seat} has made no mill and must put or move a token"
    MUST_MOVE_NO_MILL = "seat {seat} has made no mill and must move a token"
    MUST_MOVE_NO_HAND = "seat {seat} has no tokens in hand and must move a token"
    MUST_REMOVE_MILL = "seat {seat} has made a mill and must remove a token first"
    MUST_REMOVE_FULL = "the board is full: seat {seat} must remove a token first"
    FIELD_TAKEN = "field {field} is taken: a token of seat {owner} is there"
    FIELD_MARKED = "field {field} is marked: nobody can use it until all hands are empty"
    NO_TOKEN = "there is no token on {field}"
    NOT_YOUR_TOKEN = "the token on {field} belongs to seat {owner}"
    NOT_A_NEIGHBOUR = "{end} is not a neighbour of {start}"
    MAY_NOT_JUMP = "{end} is not a neighbour of {start}, and only a player with {few} left may jump"
    MAY_NOT_JUMP_YET = (
        "{end} is not a neighbour of {start}, and only a player with an empty hand and {few} left "
        "may jump"
    )
    NO_FREE_NEIGHBOUR = "the token on {field} cannot move: no neighbouring field is free"
    STUCK_BY_ROWS = (
        "the token on {field} cannot move: it would make a row longer than a line, which is "
        "forbidden"
    )
    RECLOSED = (
        "the token on {start} came from {end} and has just made a mill: it must not go straight "
        "back to make another"
    )
    MUST_REMOVE_STUCK = "seat {seat} cannot move and must remove a token first"
    MUST_REMOVE_OWED = "both players remove tokens: seat {seat} must remove one first"
    MUST_REMOVE_OWN = "nobody has a mill: seat {seat} must remove a token of its own first"
    MUST_REMOVE_CAPTURED = "seat {seat} has captured tokens and must remove them first"
    NOT_CAPTURED = "the token on {field} has not been captured, and captured ones are removed first"
    NOT_BESIDE = "the token on {field} is not beside one of seat {seat}'s"
    NOT_OWN = "the token on {field} is not seat {seat}'s own, of which one is to be removed"
    MILL_FORBIDDEN = "a token on {field} would make a mill, which must not be made by putting one"
    ROW_TOO_LONG = "a token on {field} would make a row longer than a line, which is forbidden"
    OWN_TOKEN = "the token on {field} is seat {seat}'s own: remove another player's"
    IN_ITS_MILL = "the token on {field} is in a mill of seat {owner} and cannot be removed"
    NOT_IN_THE_GAME = "seat {seat} is not in the game"
    ENDS_THE_GAME = "the game ends when seat {seat} leaves: the ending {ending}, not a move"
    NOT_THE_LAST_MOVE = "{move} was not the last move"
    NOT_ENOUGH_KNOWN = "{move} does not say what was there before: take it back with Game.undo"
    # Arrangements and position texts
    HAS_TOKEN_ON = "seat {seat} has a token on {field} but does not play"
    CARDS_FOR = "there must be cards for {players} seats, not for {given}"
    WRONG_CARDS = "seat {seat} cannot have {cards} cards"
    WRONG_HAND = "seat {seat} cannot have {hand} tokens in hand"
    TOO_MANY_TOKENS = "seat {seat} has {count} tokens, more than its {most}"
    TOO_FEW_TOKENS = "seat {seat} has too few tokens: {count}"
    WRONG_QUIET = "there are 0 to {most} quiet turns, not {quiet}"
    WRONG_MARKS = "there cannot be marks on {fields}"
    WRONG_COUNT_OF_STEPS = "{steps} steps are not those of {quiet} quiet turns"
    WRONG_STEPS = "the steps cannot have led here: they begin or end on wrong fields"
    NO_TOKENS_TO_MOVE = "seat {seat} is to move but has no tokens"
    HAS_WON_ALREADY = "seat {seat} has a mill and has won: it is the turn of the other player"
    NO_MILL = "seat {seat} has no mill to remove a token for"
    NOTHING_REMOVABLE = "there is no token that seat {seat} may remove"
    WRONG_REMOVALS = "there cannot be {number} further removals due"
    OVER_WITHOUT_REMOVAL = "the game is over, so no token can be removed"
    NO_REMOVAL_DUE = "no removal is due, so there are no further ones"
    TURN_OF_ANOTHER = "seat {seat} cannot move: it is the turn of seat {due}"
    WRONG_PHASE = "the phase is {due}, not {phase}"
    WRONG_HANDS = "the hands cannot be {hands} when seat {seat} is to move"
    NO_QUIET_YET = "there can be no quiet turns until all hands are empty"
    NOT_A_POSITION = (
        "a position has a board, hands, cards, quiet turns, seat, phase and ruleset, as in "
        "'BOARD 9/9 0/0 0 a put mills', not {text}"
    )
    WRONG_NUMBER_OF_HANDS = "{ruleset} is for {players} players, one hand each, not {hands}"
    STRANGE_LETTER = "the board has {letter}, which is neither . for a free field nor a to e"
    FIELDS_OF_BOARD = "the board has {fields} fields, not {given}"
    NOT_A_HAND = "a hand is a number of tokens, or - if expelled, not {hand}"
    EXPELLED_WITH_TOKENS = (
        "the hand of {seat} is -, as if expelled, but the board has tokens of {seat}"
    )
    NOT_STEPS = "the steps of quiet turns are written as in 2:7-10,5-4, not {text}"
    NOT_NOTES = (
        "the notes of a position are written as in due:own;owed:1 or used:1.2.3/-;closed:1-4/-, "
        "not {text}"
    )
    WRONG_NOTES = "the ruleset or the rest of the position rules out the notes {notes}"
    NOT_NUMBERS = "cards and quiet turns are numbers, not {text}"
    NOT_A_SEAT = "the seat to move is a to e, not {text}"
    # Positions of other programs
    NOT_A_FEN = (
        "a FEN has three rings of O @ * X, side, phase, action, and 7, 8 or 13 numbers, as in "
        "'********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1', not {text}"
    )
    NOT_AN_MFEN = (
        "an MFEN is written as in 'MFEN/1.0 mill24-state-v1 ......../......../........ w p p 9,9 - "
        "0 0 -', not as {text}"
    )
    FEN_COUNT = "the FEN counts {said} {side} tokens on the board, which has {count}"
    FEN_BOARD = (
        "a FEN is of a board for two with the fields a1 to g7, which {ruleset} does not have"
    )
    FEN_RULES = "{text} needs a rule that this ruleset does not have"
    FEN_OF_TWO = "{kind} is for two players on the fields a1 to g7, not for {ruleset}"
    FEN_STEPS = "{kind} does not say the steps of quiet turns, which count under {ruleset}"
    MFEN_MARKS = "MFEN/1.0 says whose tokens are on marked fields, which is not known here"
    MFEN_NOTES = "MFEN/1.0 is not written here with the notes {notes}"
    MFEN_END = "MFEN/1.0 has no word for this end of a game"
    NOT_A_PHASE = "the phase is {phases}, not {text}"
    NO_SUCH_FACT = "there are {known}, not {name}"
    # Contradictions of rulesets
    NO_BOARD = "a ruleset needs a board for 2, 3, 4 or 5 players"
    BOARDS_FOR = "boards are for 2 to 5 players, not {players}"
    WRONG_TOKENS = "each player has {fewest} to {most} tokens, not {tokens}"
    WRONG_QUIET_TURNS = "the game ends after 1 to {most} quiet turns per player, not {quiet}"
    WRONG_PLACING_ENDS = "placing ends when 0 to {most} fields are free, not {fields}"
    NOT_CAPTURES = "{tag} has words of {known}, or never, not {text}"
    WRONG_FEWEST = "players go on with at least 1 to {most} tokens: fewest cannot be {fewest}"
    WRONG_JUMPING = (
        "players jump with at most {fewest} to {most} tokens, or never (0): jumping cannot be "
        "{jumping}"
    )
    WRONG_QUIET_FEW = (
        "with few tokens, 1 to {most} quiet turns per player end the game, or as many as always "
        "(0): quiet_few cannot be {quiet_few}"
    )
    WRONG_REPETITION = (
        "the game is drawn when a position has stood 2 to {most} times, or never (0): repetition "
        "cannot be {repetition}"
    )
    START_WITHOUT_BOARD = "there are tokens at the start for {players} players, but no board"
    WRONG_START = (
        "the start for {players} players has {free} or one of {letters} for each of the {fields} "
        "fields, not {text}"
    )
    START_TOO_MANY = "a player has more than {tokens} tokens at the start: {text}"
    START_FULL = "no field is free at the start: {text}"
    START_WITH_MILL = "if a mill wins, there can be none at the start: {text}"
    # Tags
    NOT_DIGITS = "{tag} has {text} where it needs a number of 1 to 3 digits"
    LOOK_WITHOUT_BOARD = "{tag} is about a board for {players} players, which there is not"
    PARTS_FOR_FIELDS = "{tag} has {parts} parts for a board of {fields} fields"
    NOT_A_PLACE = (
        "FieldPlaces has two numbers from -1 to 1 for each field, as in -1:0.5, not {text}"
    )
    WRITTEN_AS = "{tag} is written as {how}, not {text}"
    HOW_BOARDS = "2:rings or as 2:1-2-3,3-4-5,1-5"
    HOW_PLACES = "2:0:-1,0:0,0:1, two numbers for each field"
    HOW_NAMES = "2:a3,b3,-, a name for each field"
    HOW_START = "empty or as 2:aaa...bbb"
    PLAYERS_TWICE = "{tag} has one number of players twice: {text}"
    LABEL_TOKENS = "Tokens of each player"
    LABEL_JUMPING = "Tokens left with which a player may jump"
    LABEL_FEWEST = "Tokens left with which a player goes on"
    LABEL_PLACING_ENDS = "Free fields at which placing ends"
    LABEL_QUIET = "Turns without a capture that end the game"
    LABEL_QUIET_FEW = "The same, once all may jump"
    LABEL_REPETITION = "Times a position may return"
    # Lists of moves
    LISTS_ARE_FOR = (
        "a list of moves is for {rulesets}, from the start of the game or from a position that a "
        "FEN can say"
    )
    LISTS_CANNOT_HAVE = "a list of moves cannot have the tag {tag}"
    LISTS_SAID_BY = (
        ', and for a list of moves of mills also [Variant "{variant}"], [Site "PlayOK"] or '
        '[Event "Sanmill-Game"], or begin it with moves, such as 1. d6 f4'
    )
    FULL_BOARD_RESULT = (
        "a full board is a draw in {ruleset}, not {result}: if the first player loses then, write "
        '[Ruleset "{ruleset}"] and [FullBoard "first loses"] in place of the variant'
    )
    NO_FIRST_TURN = "no line of this page begins with 1 and a move"
    TAG_TWICE = "the tag {tag} appears twice"
    NO_SUCH_TAG = "a list of moves has no tag {tag}: a position with which it begins is its tag FEN"
    NO_SUCH_VARIANT = "the variant {variant} is not known here: write {known}{likely}"
    # What is to be done
    THE_GAME_IS_OVER = "The game is over."
    PUT = "Put a token on a free field, for example {example}."
    PUT_OR_MOVE = (
        "Put a token on a free field or move one to a neighbouring one, for example {example}."
    )
    REMOVE_FROM_FULL = (
        "The board is full: remove a token of the other player, for example {example}."
    )
    REMOVE_STUCK = "You cannot move: remove a token beside one of yours, for example {example}."
    REMOVE_OWN = "Nobody has a mill: remove a token of your own, for example {example}."
    REMOVE_CAPTURED = "You have captured: remove a captured token, for example {example}."
    REMOVE_OWED = "Remove a token of the other player, for example {example}."
    REMOVE = "You have made a mill: remove a token of another player, for example {example}."
    JUMP = "Jump with a token to any free field, for example {example}."
    MOVE = "Move a token to a neighbouring free field, for example {example}."
    # What a move has done
    HAS_RESIGNED = "Seat {seat} resigned."
    RAN_OUT_OF_TIME = "Seat {seat} ran out of time."
    HAS_REMOVED = "Seat {seat} removed the token of Seat {owner} on {field}."
    IS_OUT = "Seat {seat} is out of the game."
    HAS_PUT = "Seat {seat} put a token on {field}."
    HAS_PUT_MILL = "Seat {seat} put a token on {field} and made a mill."
    HAS_MOVED = "Seat {seat} moved from {start} to {end}."
    HAS_MOVED_MILL = "Seat {seat} moved from {start} to {end} and made a mill."
    HAS_JUMPED = "Seat {seat} jumped from {start} to {end}."
    HAS_JUMPED_MILL = "Seat {seat} jumped from {start} to {end} and made a mill."
    # Why the game is over (M12, M13, M15, M18, M19, M22)
    ENDED_BY_MILL = "Seat {seat} has made a mill."
    ENDED_BY_FEW = "Seat {seat} has only {tokens} tokens left."
    ENDED_WITHOUT = "Seat {seat} has no tokens left."
    ENDED_ALONE = "One player is left."
    ENDED_FULL = "The board is full."
    ENDED_FULL_LOST = "Seat {seat} has lost: the board is full."
    ENDED_LOST = "Seat {seat} cannot move."
    ENDED_STUCK = "Seat {seat} cannot move, which is a draw."
    ENDED_QUIET = "No token was put or removed for {turns} turns."
    ENDED_REPEATED = "The same position has stood {times} times."
    ENDED_NOBODY = "Nobody can move."
    # The rules in short: the game, its board and its start (M1-M4, M16, M27)
    GAME_OF_MILLS = "This is a game of mills for {counts} players, seats {seats} in turn order."
    AIM_MILL = "The aim is to make a mill."
    AIM_CARDS = "The aim is to earn cards by making mills."
    AIM_TOKENS = "The aim is to take the other players' tokens by making mills."
    FIELDS = "The board's fields are {fields}."
    FIELDS_BY_PLAYERS = "The board's fields are {fields} players."
    FIELDS_FOR = "{fields} for {players}"
    NUMBERED = "1 to {last}"
    LINES_OF_THREE = (
        "Lines connect three fields each; consecutive fields of a line are neighbours{edges}."
    )
    LINES_OF_MORE = (
        "Lines connect three fields or more; consecutive fields of a line are neighbours{edges}."
    )
    EDGES = "; so are those joined by an edge: {edges}"
    EDGES_FOR = "; so are for {players} players those joined by an edge: {edges}"
    MILL_OF_THREE = "A mill is a line with three tokens of one player."
    MILL_OF_MORE = "A mill is a line with all its fields taken by tokens of one player."
    BEGINS_IN_HAND = "Each player begins with {tokens} tokens in hand."
    BEGINS_WITH = "Each player begins with {tokens} tokens."
    GAME_BEGINS = "The game begins {starts}."
    GAME_BEGINS_REST = "The game begins {starts}; all other tokens are in hand."
    WITH = "with {tokens}"
    WITH_FOR = "for {players} players with {tokens}"
    TOKENS_OF = "tokens of {seat} on {fields}"
    EMPTY_BOARD = "an empty board"
    # The rules in short: turns (M5-M8, M15, M17, M19)
    PUTS = "A player with tokens in hand puts one on a free field."
    PUTS_OR_MOVES = (
        "A player with tokens in hand puts one on a free field or moves one to a neighbouring free "
        "field."
    )
    MOVES = "A player moves a token to a neighbouring free field."
    MOVES_OR_JUMPS = (
        "A player moves a token to a neighbouring free field or, with {few} left, jumps to any "
        "free field."
    )
    THEN_MOVES = "A player with an empty hand moves a token to a neighbouring free field."
    THEN_MOVES_OR_JUMPS = (
        "A player with an empty hand moves a token to a neighbouring free field or, with {few} "
        "left, jumps to any free field."
    )
    NEITHER_STEPPED_OVER = "A player who can do neither is stepped over."
    NEITHER_LOSES = "A player who can do neither has lost."
    NEITHER_DRAWS = "If a player can do neither, the game is a draw."
    STUCK_STEPPED_OVER = "A player who cannot move is stepped over."
    STUCK_LOSES = "A player who cannot move has lost."
    STUCK_DRAWS = "If a player cannot move, the game is a draw."
    FULL_DRAWS = "If a put leaves no field free, the game is a draw."
    FULL_REMOVES = (
        "If a put leaves no field free, seat {remover} removes a token of seat {other} as for a "
        "mill, and seat {other} moves next."
    )
    STUCK_REMOVES = (
        "A player who cannot move removes a token of the other player that is beside one of "
        "their own, and then moves; if there is none, the player has lost."
    )
    NEITHER_REMOVES = (
        "A player who can do neither removes a token of the other player that is beside one of "
        "their own, and then moves; if there is none, the player has lost."
    )
    FULL_LOSES = "If a put leaves no field free, seat {loser} has lost."
    FULL_BOTH_REMOVE = (
        "If a put leaves no field free, seat {remover} removes a token of seat {other} as for a "
        "mill, then seat {other} one of seat {remover}, and seat {remover} moves next."
    )
    FIRST_TO_MOVE = "When all tokens have been put, seat {seat} moves first."
    PLACING_ENDS = (
        "When {fields} or fewer fields are free, tokens still in hand leave the game, and all move."
    )
    # The rules in short: mills (M9-M12, M18, M20, M24-M26, M30-M37)
    PUT_OR_MOVED_WINS = (
        "A player whose token, just put or moved, stands in a mill of their own has won the game."
    )
    MOVED_WINS = "A player whose token, just moved, stands in a mill of their own has won the game."
    PUT_OR_MOVED_MAKES = (
        "A player whose token, just put or moved, stands in a mill of their own has made a new "
        "mill, even if the same mill was there before."
    )
    MOVED_MAKES = (
        "A player whose token, just moved, stands in a mill of their own has made a new mill, even "
        "if the same mill was there before."
    )
    EARNS_CARDS = (
        "It earns one card for itself and one for each other mill of the player that is linked to "
        "it by shared fields, directly or through other mills."
    )
    REMOVES_ONE_NEVER = "The player then removes one token of another player that is in no mill."
    REMOVES_ONE_IF_ALL = (
        "The player then removes one token of another player that is in no mill, or any if all are "
        "in mills."
    )
    REMOVES_ONE_ALWAYS = "The player then removes one token of another player."
    REMOVES_EACH_NEVER = (
        "For each mill in which the token stands, the player then removes one token of another "
        "player that is in no mill."
    )
    REMOVES_EACH_IF_ALL = (
        "For each mill in which the token stands, the player then removes one token of another "
        "player that is in no mill, or any if all are in mills."
    )
    REMOVES_EACH_ALWAYS = (
        "For each mill in which the token stands, the player then removes one token of another "
        "player."
    )
    REMOVES_NOTHING = "If there is none, nothing is removed."
    MARKS = (
        "While anybody has tokens in hand, the field is then marked: nobody can put or move a "
        "token there until all hands are empty."
    )
    FEW_LOSES = "A player left with {few}, on the board and in hand together, has lost."
    FEW_EXPELLED = (
        "A player left with {few}, on the board and in hand together, is expelled: their other "
        "tokens are taken away."
    )
    FEW_EXPELLED_BONUS = (
        "A player left with {few}, on the board and in hand together, is expelled: their other "
        "tokens are taken away, and whoever removed the last token gets 2 more cards."
    )
    LONG_ROWS_NOTHING = "Tokens in a row longer than a line make no mill."
    LONG_ROWS_FORBIDDEN = "A row of tokens longer than a line must not be made."
    PLACING_NOTHING = "A mill that is made by putting a token counts for nothing."
    PLACING_FORBIDDEN = "A mill must not be made by putting a token."
    PLACING_FROM_HAND = (
        "A mill that is made by putting a token removes a token from the other player's hand, "
        "as long as there is one."
    )
    PLACING_FROM_HAND_AGAIN = (
        "A mill that is made by putting a token removes a token from the other player's hand, "
        "as long as there is one, and its player then has another turn."
    )
    PLACING_AT_THE_END = (
        "A mill that is made by putting a token removes nothing. When all have been put, both "
        "players remove tokens, first the one who moves next: one of their own each if nobody "
        "has a mill; as many as they have mills if both have equally many; otherwise the one "
        "with fewer mills as many as that, but at least one, and the other player one more."
    )
    PLACING_ANOTHER_TURN = (
        "A mill that is made by putting a token removes nothing; its player puts another one."
    )
    EXTRA_TURNS = "A player who has removed a token has another turn."
    MILLS_ONCE = (
        "For each player, a line removes tokens only once, and not at all if all its fields "
        "were already in lines that did."
    )
    NO_RECLOSING = (
        "A token that has moved and made a mill must not go straight back in the player's next "
        "turn if that makes a mill."
    )
    SIDES = "sides of rings"
    CROSSES = "cross lines"
    DIAGONALS = "diagonals"
    ALL_TURNS = "in all turns"
    PLACING_TURNS = "while tokens are put"
    MOVING_TURNS = "with an empty hand"
    FEW_TURNS = "with an empty hand and three tokens or fewer"
    PLACING_OR_FEW_TURNS = "while tokens are put, and after that with three tokens or fewer"
    BY_CUSTODY = (
        "A token of the other player between one just put or moved and another of the same "
        "player is captured and removed, one a turn: on {lines}, {when}."
    )
    BY_INTERVENTION = (
        "Two tokens of the other player are captured and removed by one put or moved between "
        "them: on {lines}, {when}."
    )
    BY_LEAP = (
        "A token may leap over one of the other player to the end of a line, which captures and "
        "removes it: on {lines}, {when}."
    )
    PUTS_ALL_THE_SAME = "Whoever can do nothing else puts a token all the same."
    # The rules in short: the end and the points (M13-M15, M22, M23)
    AFTER_TURNS = "after {turns} turns in a row in which no token was put or removed"
    AFTER_TURNS_FOR = (
        "after {turns} turns in a row for {players} players in which no token was put or removed"
    )
    AFTER_TURNS_OR_FEW = (
        "after {turns} turns in a row, or {few_turns} if no player has {more}, in which no token "
        "was put or removed"
    )
    AFTER_TURNS_OR_ANY_FEW = (
        "after {turns} turns in a row, or {few_turns} if a player has {few}, in which no token was "
        "put or removed"
    )
    AFTER_TURNS_OR_FEW_FOR = (
        "after {turns} turns in a row for {players} players, or {few_turns} for {players} players "
        "if no player has {more}, in which no token was put or removed"
    )
    OR_REPEATED_THRICE = (
        "{limit}, or when the same position has stood three times with the same player to move"
    )
    OR_REPEATED = (
        "{limit}, or when the same position has stood {times} times with the same player to move"
    )
    DRAWN_BY = "The game is a draw {limit}."
    DRAWN_WHEN_STUCK = "The game is a draw when nobody can move, or {limit}."
    OVER_WHEN = "The game is over when one player is left, when nobody can move, or {limit}."
    POINTS_ARE = (
        "Points are {points}, plus 10 for each card above the average of all players who began, or "
        "minus 10 for each card below it."
    )
    POINTS_ARE_FOR = (
        "Points are {points} for {players} players, plus 10 for each card above the average of all "
        "players who began, or minus 10 for each card below it."
    )
    MOST_POINTS = "Most points win, and ties are shared."
    LEFT_SHARE = "Those who are left share the point."
    # The rules in short: how moves are written
    WRITTEN_PUT_STEP_REMOVE = (
        "Moves are written with the fields they are about: {put} puts a token on {put}, {step} "
        "{moves} from {start} to {end}, and {remove} removes the token on {field}."
    )
    WRITTEN_PUT_STEP = (
        "Moves are written with the fields they are about: {put} puts a token on {put} and {step} "
        "{moves} from {start} to {end}."
    )
    WRITTEN_STEP_REMOVE = (
        "Moves are written with the fields they are about: {step} {moves} from {start} to {end}, "
        "and {remove} removes the token on {field}."
    )
    WRITTEN_STEP = (
        "Moves are written with the fields they are about: {step} {moves} from {start} to {end}."
    )
    WRITTEN_MOVES = "moves"
    WRITTEN_MOVES_OR_JUMPS = "moves or jumps"
    A_REMOVAL = "A removal is a move of its own by the same player."
    # Pictures and text boards
    SEAT = "Seat {seat}"
    STATUS = "{ruleset}, {players} players, {due}"
    STATUS_OVER = "{ruleset}, {players} players, over, {result}, {due}"
    HEAD = "{ruleset}: {due}"
    TO_PUT = "{player} to put a token"
    TO_PUT_OR_MOVE = "{player} to put or move a token"
    TO_MOVE = "{player} to move a token"
    TO_MOVE_OR_JUMP = "{player} to move a token or jump"
    TO_REMOVE = "{player} to remove a token"
    WON_BY = "won by {players}"
    DRAWN = "drawn"
    HOLDS = "{player}: {holdings}"
    TOKENS_ON = "tokens on {fields}"
    MILL = "mill {fields}"
    OUT_OF_THE_GAME = "out of the game"
    IN_HAND = "{number} in hand"
    CARDS_AND_POINTS = "cards {cards}, points {points}"
    MARKED_FIELDS = "Marked fields: {fields}"
    LAST_MOVE = "Last move: {move}"
    FREE = "free"
    MARKED = "marked"
    TOKEN_OF = "token of {player}"
    TOKEN_OF_SEAT = "token of Seat {seat}"
    IN_A_MILL = "in a mill"
    HAND = "hand"
    BOARD = "board"
    CARDS = "cards"
    POINTS = "points"
    OUT = "out"
    # Perfect play
    NO_TABLES = "there are no tables of {ruleset}: it has {what}"
    MORE_THAN_TWO_PLAYERS = "more than two players"
    MARKED_FIELDS_RULE = "marked fields"
    SEVERAL_REMOVALS = "several removals for one move"
    REMOVES_FROM_FULL = "a full board from which a certain player removes"
    MORE_THAN_64_FIELDS = "more than 64 fields"
    OTHER_RULES = "{file} is of other rules than {ruleset}"
    TABLE_MISSING = "{file} is missing: make the tables of this folder first"
    LEAST_TOKENS = "both players have at least {least} tokens together, not {tokens}"
    TOO_MANY_POSITIONS = (
        "these tables would have some {positions} positions, which is too many: limit the number "
        "of tokens"
    )
    # Lessons
    NO_LESSONS = "there are lessons of {known}, not of {name}"
    ABOUT_NINE_AM = "Make mills and score the most points."
    NINE_AM_BEGIN = (
        "You win by having the most points at the end, and mills bring them. The three players put "
        "tokens in turn. Three of yours on one line are a mill. Begin on 1."
    )
    NINE_AM_SECOND = "Put the second on the same line, on 4."
    NINE_AM_CLOSE = "Close the mill: put a token on 7. A mill earns you a card."
    NINE_AM_REMOVE = (
        "It also removes a token of another player that is in no mill. Remove the one on 17."
    )
    NINE_AM_PREPARE = (
        "Mills that share a field are linked. Prepare a second one: put a token on 35, which is on "
        "the line from 7 to 10."
    )
    NINE_AM_LINK = (
        "Put a token on 10. The new mill earns a card for itself and one for the mill that is "
        "linked to it."
    )
    NINE_AM_COUNT = (
        "Remove a token again, the one on 3. Each card above the average counts ten points at the "
        "end: most points win."
    )
    TASK_PUT = "Put a token so that you have a mill."
    NINE_AM_WHY_PUT = (
        "A mill is a line with three of your tokens. It earns a card and removes a token of "
        "another player."
    )
    TASK_MOVE = "Move a token so that it makes a mill."
    WHY_MOVE = "Look for a line with two of your tokens, and a third one beside the free field."
    NINE_AM_TASK_PREVENT = "The next player is about to make a mill. Prevent it."
    WHY_PREVENT = "A token of yours on the free field of the line stops the mill."
    NINE_AM_TASK_REMOVE = (
        "You have made a mill. Remove a token so that the next player can make none."
    )
    WHY_REMOVE = "The tokens to remove are those that are about to become a mill."
    ABOUT_MILLS = "Make mills to take the other player's tokens."
    MILLS_BEGIN = (
        "You win by taking the other player's tokens until two are left, or by leaving them no "
        "move. The players take turns to put tokens where lines meet. Three of yours on one line "
        "are a mill. Begin on g7."
    )
    MILLS_SECOND = "Put the second on the same line, on g4."
    MILLS_CLOSE = "Close the mill: put a token on g1."
    MILLS_REMOVE = (
        "A mill removes a token of the other player, if it is in no mill itself. The one on f6 was "
        "to make a mill with d6 and b6: remove it."
    )
    MILLS_STOP = "The other player again needs only f6 for a mill. Put your last token there."
    MILLS_OPEN = (
        "All tokens are on the board: now they move along the lines, one field at a time. Open "
        "your mill: move g4 to f4."
    )
    MILLS_BACK = "Nobody can stop it: move back to g4 and the mill is made anew."
    MILLS_WIN = (
        "Remove another token. With only two left, the other player cannot make a mill any more, "
        "and you have won."
    )
    MILLS_WHY_PUT = (
        "A mill is a line with three of your tokens. It removes a token of the other player."
    )
    MILLS_TASK_PREVENT = "The other player is about to make a mill. Prevent it."
    MILLS_TASK_REMOVE = (
        "You have made a mill. Remove a token so that the other player can make none with the next "
        "turn."
    )
    MILLS_TASK_WIN = "Win at once: leave the other player no move."
    MILLS_WHY_WIN = "A player with more than three tokens who cannot move has lost."
    # Board editors
    LABEL_PHASE = "What to do"
    LABEL_HAND = "In hand: {seat}"
    LABEL_CARDS = "Cards: {seat}"
    LABEL_QUIET_TURNS = "Quiet turns"
    CHOICE_PUT = "Put a token"
    CHOICE_MOVE = "Move a token"
    CHOICE_EITHER = "Put or move a token"
    CHOICE_REMOVE = "Remove a token"
