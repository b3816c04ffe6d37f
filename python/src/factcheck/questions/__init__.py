"""Questions about tables: their kinds and parts, and the facts that answer them."""
