"""Faction sheets: abilities, flagships, faction technologies, one file a faction."""
