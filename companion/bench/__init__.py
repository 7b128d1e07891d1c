"""How fast the app is, measured on this machine."""
