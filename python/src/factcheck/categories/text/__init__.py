"""What texts say is a kind of what: patterns, counts, smoothing, models."""
