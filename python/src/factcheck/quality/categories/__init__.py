"""How well categories are told: the paper's experiments and ours, on labelled data."""
