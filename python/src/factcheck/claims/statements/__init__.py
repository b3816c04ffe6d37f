"""Statements without a number: who is first, which is more, what most are, what has risen."""
