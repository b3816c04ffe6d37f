"""Generators of predicates, a module for each kind of cue."""
