"""Pictures of Kropki's positions, and text boards of which a part can be shown."""
