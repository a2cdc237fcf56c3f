"""The races: every ability of every sheet (TI3 X35)."""
