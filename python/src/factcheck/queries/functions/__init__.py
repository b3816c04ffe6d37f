"""Aggregation functions, one a module, each a record that says everything about itself."""
