"""Labelled claims and passages: fitting of weights, and how well claims are judged."""
