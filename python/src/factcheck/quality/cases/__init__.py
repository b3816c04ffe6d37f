"""Labelled cases: their files, errors written into them, and the sandbox they are measured in."""
