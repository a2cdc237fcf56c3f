"""Players that think, for every game, out of what their seat may know."""
