"""What happens in a round, by the kind of its event."""
