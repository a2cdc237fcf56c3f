"""Action cards, one file for each kind of moment."""
