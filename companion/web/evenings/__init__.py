"""The evenings that a phone has seen, files that come in, and series."""
