"""How well the fragments of right queries are retrieved."""
