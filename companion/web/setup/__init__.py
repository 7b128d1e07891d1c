"""A table is set: who sits where, who begins, and what the rulebook leaves open."""
