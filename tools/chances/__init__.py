"""Learns the chances to win at Fiasko by playing it: `python -m tools.chances` writes what the rules ship."""
