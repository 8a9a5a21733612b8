"""Records: reading, checking, writing."""
