"""The strategic action and the eight strategy cards (TI3 7, 24)."""
