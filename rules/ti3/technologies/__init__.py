"""The technologies, one handler each (TI3 21)."""
