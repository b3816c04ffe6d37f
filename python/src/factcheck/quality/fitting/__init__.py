"""Fitting learned weights to labelled cases."""
