"""The three phases of a round, one file each (TI3 4)."""
