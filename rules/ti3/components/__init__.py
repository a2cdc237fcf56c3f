"""Cards, technologies, abilities and laws: what they may be asked, who has them, and when."""
