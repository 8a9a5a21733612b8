"""How positions look: pictures and boards of text."""
