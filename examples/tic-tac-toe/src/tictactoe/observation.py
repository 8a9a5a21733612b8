"""A position as planes of bits, for programs that learn: bit n is the square with the value n."""
