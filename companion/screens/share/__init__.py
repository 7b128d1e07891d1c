"""A game that is over, for whoever wasn't there: as a text, and as a picture."""
