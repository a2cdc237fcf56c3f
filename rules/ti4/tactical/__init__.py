"""The tactical action, step by step."""
