"""What a match leaves behind: its rulings, their tree, and how they are told."""
