"""Mail out: from what the server announces to what a provider was given."""
