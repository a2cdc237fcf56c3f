"""Eclipse: the base game with all species, for 2 to 6 players."""
