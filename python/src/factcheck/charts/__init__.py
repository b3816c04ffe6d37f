"""Annotated charts of verdicts and facts, as Vega-Lite specifications, and what renders them."""
