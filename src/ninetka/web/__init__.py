"""Pages for web browsers: one to play on, with its server, and pages that replay games.

`pages` has what browsers load: HTML, scripts and styles, and `assets` what is made for it.
`server`, with `connections`, `computer` and `tickets`, serves the page to play on; `replay` makes
replay pages.
"""
