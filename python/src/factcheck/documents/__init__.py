"""Documents as the other stages see them: readers of each format, characters with their places in the source."""
