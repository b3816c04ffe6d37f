"""Rows of checks compared with labels: matching, comparison, figures and reports."""
