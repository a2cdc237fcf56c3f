"""Mechanisms that several games need and that know no game's words."""
