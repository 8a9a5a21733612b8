"""Games that belong together: matches, games between computer players, standings.

match      the same players in several seat orders
arena      computer players and engines against each other
referee    one such game, with clocks and what becomes of those who fail
openings   where such games begin
ratings    how strong players are, and what seats are worth
sprt       a sequential test of who is stronger
standings  players' results added up over records
"""
