"""The action cards, one handler each (TI3 19)."""
