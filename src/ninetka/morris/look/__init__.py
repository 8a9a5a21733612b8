"""How positions of 9AM, Mills and custom boards look: pictures and boards of text."""
