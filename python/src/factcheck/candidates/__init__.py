"""Candidate queries of claims: their parts, weights and order, and which of them are evaluated."""
