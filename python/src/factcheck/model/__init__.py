"""Candidate queries of claims, their probabilities, and the verdicts that follow."""
