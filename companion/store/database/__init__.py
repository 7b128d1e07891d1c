"""The database itself: its engine, its queue of writers, what goes wrong with it, upgrades, backups."""
