"""The eight strategy cards."""
