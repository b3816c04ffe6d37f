"""Generators of listed queries: a file for each kind of query, which answers to a cue in the sentence."""
