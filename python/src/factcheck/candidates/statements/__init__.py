"""The readings of statements without a number: listed queries, weighed by words alone."""
