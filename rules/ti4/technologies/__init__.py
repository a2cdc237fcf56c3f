"""Technologies everybody can research."""
