"""The index of texts: which texts have which terms, and how well they fit a claim's terms (BM25)."""
