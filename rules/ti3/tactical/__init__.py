"""The tactical action in its seven steps, and the transfer action (TI3 8, 9)."""
