"""A simulated reviewer: what a person who knows the right readings has to do, and what that does for the rest."""
