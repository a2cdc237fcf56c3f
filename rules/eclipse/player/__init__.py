"""A player's own things (ECL 5): board, blueprints, colony ships, cubes, discs, technologies."""
