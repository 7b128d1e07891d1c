"""A sitting at its table: the page, its slips, its log, and the road of a tap."""
