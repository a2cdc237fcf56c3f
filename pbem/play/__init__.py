"""The one way a game moves: waking it, ruling on what is in, asking, saving."""
