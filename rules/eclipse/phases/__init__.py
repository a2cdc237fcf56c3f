"""The phases of a round, in the order of the rules (ECL 6, 9 to 12)."""
