"""The referee's desk: disputes, the evidence for a ruling, and putting one right."""
