"""Combat in space and on the ground."""
