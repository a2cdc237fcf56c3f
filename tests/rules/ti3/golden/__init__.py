"""A scripted game in three languages."""
