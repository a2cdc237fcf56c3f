"""The political cards, one handler each (TI3 20)."""
