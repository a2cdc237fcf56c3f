"""SQLite as several processes need it; the rest is Django's own."""
