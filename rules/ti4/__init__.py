"""Twilight Imperium, fourth edition: the whole base game for 3 to 6 players."""
