"""The page to play on, in a browser."""
