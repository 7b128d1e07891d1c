"""What phones hear by itself: a stream for each, and a poll under it."""
