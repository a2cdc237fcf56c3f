"""Options that bring rules of their own: leaders, and Distant Suns with its domain counters."""
