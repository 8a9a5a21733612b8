"""Sentences about Kropki in English, by code; other languages are in `words`."""

from __future__ import annotations

from ..base.messages import Template


class Say(Template):
    """The sentences of Kropki."""

    # Illegal moves
    CHAINS_NOT_DECLARED = "chains are not declared here: what is surrounded is captured at once"
    CANNOT_PASS = "nobody may pass here: place a dot on a free point"
    GAME_OVER = "the game is over: {why}"
    BOTH_PASSED = "both players have passed"
    NO_POINT_FREE = "no point is free"
    OFF_THE_BOARD = "{point} is not on the board: its points are aa to {last}"
    POINT_TAKEN = "{point} is taken: a dot of {seat} is there"
    INSIDE_A_REGION = "{point} is inside a region of {seat}: no more dots go there"
    CHAIN_TOO_SHORT = "a chain has at least {shortest} dots, not {count}"
    DOT_REPEATED = "the chain visits {point} more than once"
    GAP = "the chain has a gap between {one} and {other}"
    CROSSES_ITSELF = "the chain crosses itself: its steps from {a} to {b} and from {c} to {d} cross"
    DEAD_DOT = "the dot on {point} is dead: it is inside a region"
    OTHERS_DOT = "the chain needs a dot of {seat} on {point}, where there is one of {other}"
    NO_DOT = "the chain needs a dot of {seat} on {point}, where there is none"
    NOTHING_INSIDE = "the chain encloses nothing that is not yours already"
    CAPTURED_ALREADY = "the chain encloses no opposing dot that you have not captured already"
    NO_CAPTIVE = "the chain encloses no opposing dot"
    CROSSES_A_REGION = "the step from {one} to {other} crosses a region of {seat}"
    RUNS_THROUGH_A_REGION = "the step from {one} to {other} runs through a region of {seat}"
    NO_RING = "no chain can go through {point}"
    NOTHING_TO_CAPTURE = "there is nothing to capture"
    NOT_OFFERED = "{move} is legal, but not offered here, so it has no action code"
    # Moves as texts and numbers
    NOT_A_POINT = "{text} is not a point: points are two letters, column then row, as in de"
    NOT_A_MOVE = "{text} is not a move: moves are written jk, or de.cecfdgefdece with a chain"
    CHAIN_OPEN = "the chain {chain} is not closed: write its first dot again at the end"
    NO_CHAIN = "there is no chain to declare with {dot}: place the dot alone"
    CHAIN_TWICE = "chain {number} can be declared only once"
    NOT_A_CHAIN = (
        "{word} is not one of the chains: with {dot} you can declare {chains}; write {dot} stop "
        "1, or {dot} stop all"
    )
    WHICH_CHAIN = (
        "say which chain you mean: with {dot} you can declare {chains}; write {dot} stop 1, or "
        "{dot} stop all"
    )
    LONG_CHAIN = "{beginning}… ({count} dots)"
    NO_CHAINS_OFFERED = "no chains are offered with a dot on {point}"
    # Positions
    NOT_A_POSITION = (
        "a position is board, seat, ruleset and regions, not {text}: write 'BOARD x territory -',"
        " for example"
    )
    ROW_COUNT = "a board of {columns} x {rows} has {rows} rows with / between, not {count}"
    WRONG_SEAT = "the seat to move is x or o, not {seat}"
    WRONG_PASSES = "after the regions is how many players have passed, 1 or 2, not {passes}"
    NOT_A_REGION = "{text} is not a region: write x:bccddccbbc, for example"
    REGION = "region {region}: {sentence}"
    PASSES_OUT_OF_RANGE = "0 to {most} players have passed, not {passes}"
    NOBODY_PASSES = "nobody may pass under {ruleset}"
    OVER_BEFORE_PASSES = "no point is free, so the game was over before both players had passed"
    NONE_PASSED_LAST = "no point is free, so nobody can have passed last"
    # Endings
    CANNOT_GROUND = "nobody can ground in {ruleset}"
    POINTS_DECIDE = "after {ending} the points decide: give them alone"
    TWO_SCORES = "scores must be 2 in number, not {scores}"
    # Rulesets
    HALF = "{what} must be a whole number or a half one from {least} to {most}, not {value}"
    KOMI = "komi"
    A_SCORE = "a score"
    COLUMNS = "a board has 1 to {most} columns, not {columns}"
    ROWS = "a board has 1 to {most} rows, not {rows}"
    SIZE = "a board has 1 to {most} columns and rows, not {size}"
    CROSS_NEEDS = (
        "the cross needs {across} columns and {down} rows, which a board of {columns} x {rows} "
        "does not have"
    )
    TWO_CROSSES_NEED = (
        "two crosses need {across} columns and {down} rows, which a board of {columns} x {rows} "
        "does not have"
    )
    FOUR_CROSSES_NEED = (
        "four crosses need {across} columns and {down} rows, which a board of {columns} x {rows} "
        "does not have"
    )
    BORDER_NEEDS_ROOM = "the border helps only on boards with 2 columns and 2 rows"
    # Tags
    TWO_PLAY = "Kropki is for 2 players, not {players}"
    OTHER_RULESET = "Ruleset says {said}, but Position says {ruleset}"
    SIZE_TAG = "{tag} is a number from 1 to 52, not {text}"
    KOMI_TAG = "{tag} is written 6.5, -2 or 0, not {text}"
    LABEL_COLUMNS = "Columns"
    LABEL_ROWS = "Rows"
    LABEL_KOMI = "Points for the second player"
    # Editing
    NO_SUCH_FACT = "there are {facts}, not {name}"
    # Ladders
    NO_LADDERS = "ladders are read where captures are automatic, without the border"
    NO_LIVE_DOT = "there is no live dot of the opponent on {point}"
    # What is to be done
    IS_OVER = "The game is over: {why}."
    PLACE = "Place a dot on a free point, for example {example}."
    PLACE_OR_PASS = "Place a dot on a free point, for example {example}, or pass."
    PLACE_OR_END = (
        "Place a dot on a free point, for example {example}, or pass, which ends the game."
    )
    PLACE_OR_STOP = (
        "Place a dot on a free point, for example {example}, or pass to place no more dots."
    )
    PLACE_AND_DECLARE = (
        "Place a dot on a free point, for example {example}; to declare what it completes, add "
        "stop: {example} stop."
    )
    # What a move has done
    PASSED = "Seat {seat} passed."
    PUT = "Seat {seat} put a dot at {point}."
    PUT_AND_CAPTURED_ONE = "Seat {seat} put a dot at {point} and surrounded a dot."
    PUT_AND_CAPTURED = "Seat {seat} put a dot at {point} and surrounded {count} dots."
    PUT_AND_LOST = "Seat {seat} put a dot at {point}, where it was surrounded at once."
    PUT_AND_DREW = "Seat {seat} put a dot at {point} and drew a region."
    # The rules in short
    INTRODUCTION = (
        "Kropki is a game of dots for two players, x and o, on a grid of {columns} by {rows} "
        "points."
    )
    AIM = "The aim is to surround more of the opponent's dots than they surround of yours."
    POINTS_HAVE_LETTERS = (
        "Points have two letters, column then row: a to z, then A to Z, from the left and from "
        "the top."
    )
    STARTS_EMPTY = "The grid is empty at the start."
    STARTS_WITH_CROSS = "At the start, two dots of each player form a cross in the middle."
    STARTS_WITH_TWO_CROSSES = (
        "At the start, four dots of each player form two crosses beside each other in the middle."
    )
    STARTS_WITH_FOUR_CROSSES = (
        "At the start, eight dots of each player form four crosses, one in each quarter."
    )
    STARTS_WITH_DOT = "At the start, there is one dot of x in the middle."
    TURNS = "Players take turns, {first} first."
    A_TURN = "A turn places one dot on a free point: one without a dot that is inside no region."
    NEVER_PASS = "Nobody may pass."
    MAY_PASS = "A player may pass instead, which is written pass."
    MAY_STOP = (
        "A player may stop instead, which is written pass: they place no more dots, and the "
        "opponent goes on alone until they pass too."
    )
    MAY_DECLARE = (
        "After placing the dot, the player may declare any number of chains of their own dots."
    )
    WHAT_A_CHAIN_IS = (
        "A chain is a closed ring of at least four live dots, each next to the following one "
        "along a row, a column or a diagonal; it may not cross itself, and the grid's edge is not"
        " part of it."
    )
    NEEDS_CAPTIVE = (
        "It needs at least one opposing dot inside that its owner has not captured yet, and it "
        "may not cut through a region that is drawn already."
    )
    NEEDS_POINT = (
        "It needs a point inside that does not belong to its owner yet, even if no dot is there, "
        "and it may not cut through a region that is drawn already."
    )
    DECLARED_LATER = "A chain may be declared in any later turn as well, by its owner alone."
    CLOSING = (
        "A dot that closes a ring of the player's live dots, each next to the following one along"
        " a row, a column or a diagonal, {captures}; {edge}."
    )
    CAPTURES_DOTS = "around opposing dots captures all that is inside"
    CAPTURES_ALL = "captures all that is inside, even if no dot is there"
    EDGE_IS_OPEN = "the grid's edge is not part of a ring"
    EDGE_HELPS = (
        "the edge of the grid helps: a ring may run along it, but of the areas that reach the "
        "edge the largest stays open"
    )
    PUT_INSIDE = (
        "A dot placed inside a closed ring of the opponent is captured, unless it captures "
        "something itself."
    )
    INSIDE_IS_REGION = "All points inside become the player's region."
    DOTS_DIE = (
        "Dots there are dead and can no longer be part of a ring, and nobody may place a dot there."
    )
    REGION_SWALLOWED = "A region inside a larger one of the opponent becomes theirs."
    A_DOT_SCORES = "Each opposing dot in a player's regions scores one point."
    HAS_KOMI = "{seat} has {points} points from the start."
    MORE_POINTS_WIN = "The player with more points wins; equal points are a draw."
    ENDS_WHEN_FULL = "The game ends when no point is free."
    ENDS_BY_PASSES = (
        "The game ends when no point is free, or both players pass one after the other."
    )
    ENDS_WHEN_STOPPED = "The game ends when no point is free, or both players have passed."
    AGREED_PLAYED_OUT = (
        "A player may resign, and both may agree to stop: the score is then what it would be if "
        "all closed rings were declared and the free points played out."
    )
    AGREED_AS_IT_STANDS = (
        "A player may resign, and both may agree to stop: the score is then as it stands."
    )
    MAY_GROUND = (
        "A player may also end the game by grounding: then all their dots count for the opponent,"
        " except those connected to the grid's edge by live dots or regions of theirs, next to "
        "each other along rows and columns."
    )
    CHAINS_AS_TEXT = (
        "Moves are written by the dot's column and row, such as jk, with each declared chain "
        "after a full stop, its first dot written again at its end: de.cecfdgefdece."
    )
    CALLS_AS_TEXT = (
        "You can also write de stop for the one chain that the dot completes, or, if there are "
        "several, de stop 1 or de stop all."
    )
    DOTS_AS_TEXT = "Moves are written by the dot's column and row, such as jk."
    # Pictures
    TITLE = "Kropki: {status}"
    TO_MOVE = "{ruleset}, {columns} x {rows}, {player} to move"
    DRAWN = "{ruleset}, {columns} x {rows}, over, {outcome}, drawn"
    WON = "{ruleset}, {columns} x {rows}, over, {outcome}, won by {player}"
    POINTS = "Points: {points}"
    LAST_MOVE = "Last move: {move}"
    LAST_MOVE_DREW_ONE = "Last move: {move}, which draws 1 region"
    LAST_MOVE_DREW = "Last move: {move}, which draws {count} regions"
    FREE = "{point}, free"
    DOT = "{point}, dot of {player}"
    DEAD_DOT_IN_REGION = "{point}, dead dot of {player} in a region of {owner}"
    IN_REGION = "{point}, in a region of {owner}"
    NOBODY_HAS_PASSED = "a pass is not the last move: nobody has passed"
    LAST_WAS_PASS = "{point} is not the last move: that was a pass"
    LAST_HAS_NO_DOT = "{point} is not the last move: no dot of {seat} is there"
    LAST_HAS_OTHER_CHAINS = "{point} is not the last move: its chains are not the last drawn"
    # Lessons
    ABOUT = "Surround the other player's dots."
    GUIDE_FIRST = (
        "You win by surrounding more dots than the other player. Dots stand where lines cross; "
        "the four in the middle are there from the start. The other player's dot on de has your "
        "dots above it and to its right. Place a dot below it, on df."
    )
    GUIDE_CLOSE = (
        "One side is still open: close the ring with a dot on ce. Rings go from dot to dot along "
        "lines and diagonals."
    )
    GUIDE_NEXT = (
        "You have captured a dot: it scores a point, and nobody can play inside your ring. The "
        "next is on ed, between your dots on dd and ee. Place a dot on fd."
    )
    GUIDE_LAST = (
        "The other player has not seen it. Close the ring with a dot on ec: it is your second "
        "point."
    )
    TASK_CAPTURE = "Capture: close a ring around a dot of the other player."
    WHY_CAPTURE = (
        "A ring goes from dot to dot along lines and diagonals. All dots inside are captured, one"
        " point each."
    )
    TASK_TWO = "Capture two dots or more at once."
    WHY_TWO = "A longer ring encloses more. It counts as soon as it is closed."
    TASK_THREAT = "Make a threat: place a dot so that your next one could capture."
    WHY_THREAT = "A ring with one gap is a threat. The other player has to answer it."
    TASK_PREVENT = "The other player could capture with the next dot. Prevent it."
    WHY_PREVENT = "A dot in the gap keeps the ring open. Sometimes a longer way out helps as well."
    # Board editors
    LABEL_REGIONS = "Regions"
    LABEL_PASSES = "Passes"
