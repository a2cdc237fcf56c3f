"""What both editions of Twilight Imperium mean by the same word."""
