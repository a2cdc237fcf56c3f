"""Thin views: who asks, what they say, which module does it, what they are shown."""
