"""Labelled queries: their normal form, their fragments, and whether two are the same."""
