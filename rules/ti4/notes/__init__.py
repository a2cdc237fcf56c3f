"""Promissory notes."""
