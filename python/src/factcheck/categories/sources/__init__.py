"""Readers of the texts from which categories are told; the texts themselves are the site's."""
