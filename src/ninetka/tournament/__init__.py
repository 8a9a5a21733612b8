"""Games that belong together: matches, games between computer players, standings.

match      the same players in several seat orders
arena      computer players against each other
standings  players' results added up over records
"""
