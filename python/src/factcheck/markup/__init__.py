"""Checked documents as HTML pages."""
