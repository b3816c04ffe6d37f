"""Kinds of predicates, one a module: each says itself in SQL and in words, and which values it includes."""
