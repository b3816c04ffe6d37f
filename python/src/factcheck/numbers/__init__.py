"""Numbers written in a text: found, read, and compared with results."""
