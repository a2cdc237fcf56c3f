"""Public and secret objectives."""
