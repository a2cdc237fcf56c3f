"""Twilight Imperium, third edition: the whole game, adjudicated."""
