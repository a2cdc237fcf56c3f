"""The objectives, one handler each (TI3 23)."""
