"""A sheet to print, and how the game went below it."""
