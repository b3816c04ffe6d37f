"""Rows of checks beside labels: matching, comparison, figures and reports."""
