"""WHO ANSWERS AT THE DOOR: waitress, its addresses and codes, several processes."""
