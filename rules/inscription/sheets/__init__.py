"""The four sheets: what may be marked on each, and what a mark brings."""
