"""How positions of Kropki look: pictures, and boards of text of which a part can be shown."""
