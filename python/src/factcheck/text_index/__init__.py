"""The index of texts: which literals have which terms."""
