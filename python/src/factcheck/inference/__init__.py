"""Expectation maximisation over candidate queries, and the verdicts that follow."""
