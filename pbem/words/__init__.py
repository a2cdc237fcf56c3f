"""Words of the server: its catalogues, and what is said of orders that cannot be read."""
