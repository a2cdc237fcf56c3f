"""What lies on the board: units, tokens and control, their limits, and how they are lost."""
