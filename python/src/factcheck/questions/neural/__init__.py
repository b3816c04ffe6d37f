"""The decomposition model of the paper, small: for comparison with the rules that questions are split by."""
