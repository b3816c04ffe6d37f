"""Values of candidate queries, many at once."""
