"""Query fragments for claims, by what their keywords have in common."""
