"""A check from the document to its rows, step by step."""
