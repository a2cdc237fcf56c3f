"""Tests of Twilight Inscription."""
