"""Space battles and invasion combat (TI3 10, 11)."""
