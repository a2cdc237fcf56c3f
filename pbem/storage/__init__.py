"""How rows are written: prepared statements, durability, SQLite with one writer at a time."""
