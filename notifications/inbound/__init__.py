"""Mail in, in the order of a mail's way: the doors, its text, its sender, what it says."""
