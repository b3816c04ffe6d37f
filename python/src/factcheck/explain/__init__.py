"""What a check did or would do, told row by row."""
