"""Clocks for people: due times, calendars, days away, more time, how people keep time."""
