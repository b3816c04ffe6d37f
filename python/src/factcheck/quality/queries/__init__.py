"""Labelled queries: read as queries of the program, found among candidates, and whether two are the same."""
