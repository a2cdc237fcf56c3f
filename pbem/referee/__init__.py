"""The referee: disputes, corrections on a fork, audits, portable records, the desk."""
