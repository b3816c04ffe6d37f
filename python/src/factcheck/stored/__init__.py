"""Verdicts that were stored, judged again by the data as they are now."""
