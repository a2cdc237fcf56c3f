"""Skirmish: the first test bed, a small complete game that uses most parts of the kernel."""
