"""Pictures and text boards of positions of 9AM, Mills and custom boards."""
