"""Pages: to play on, and to replay games."""
