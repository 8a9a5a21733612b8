"""The rules of 9tka. Each module imports only modules that stand before it in this list.

squares     the board, its sections, rim and core, and the lines stones slide along (R1-R3)
moves       the phases, the four kinds of move, their action codes (R5-R9)
summary     the rules in short, and what a turn asks of a player, in words
rulesets    seats, stones, the readings of the rules, the published rulesets (R4, Q1, Q2, Q4)
scoring     owners of sections, points, ranking (R11, R12)
symmetry    the eight symmetries of the board
keys        a number for each position, the same everywhere
movement    where slides end and which stones can slide (R7, R8, Q2, Q3)
notation    moves and positions as text
setup       any arrangement of stones, and everything wrong with it
undoing     what a position was before a move
observation a position as planes of bits, for programs that learn
view        a position as plain data
legality    why a move is illegal, as a code and a sentence
colours     the stones' colours on screen
drawing     a State to look at, as text and as SVG
state       State: whose turn it is, what may be done and what comes of it (R5-R10)
samples     rulesets and moves to test with
tags        how records say what a game starts from; 9tka's entry in the registry
"""
