"""Twilight Inscription, adjudicated: a roll-and-write game for one to eight players."""
