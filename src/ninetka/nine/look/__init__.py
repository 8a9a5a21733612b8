"""Pictures of 9tka's positions, which can be turned and mirrored, and text boards."""
