"""What other processes on the same database write, and how this one hears of it."""
