"""The paper's cross-encoder, trained from scratch, to be compared with the log-linear models."""
