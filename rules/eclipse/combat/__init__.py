"""Battles and what follows them (ECL 9)."""
