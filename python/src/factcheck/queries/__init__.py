"""What a query is: its fragments, its SQL, its words, its results."""
