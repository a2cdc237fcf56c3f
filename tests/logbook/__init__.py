"""Logbook: a second test bed, for games in which everybody writes on a sheet of their own."""
