"""Passages of text that speak for or against a claim: sources, search, ranking, labels."""
