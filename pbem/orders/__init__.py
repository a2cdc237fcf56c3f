"""What seats hand in: submissions and their lines, standing orders, offers, undo."""
