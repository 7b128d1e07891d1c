"""The log as a phone shows it: its lines, what others did, and what is asked about a tap in conflict with them."""
