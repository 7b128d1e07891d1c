"""The end of a game: its course, what if, and who may begin the next one."""
