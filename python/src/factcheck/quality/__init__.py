"""Measuring how well documents are checked, against labelled cases."""
