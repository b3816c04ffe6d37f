"""Whether this is a kind of that: told from texts, WordNet and the database's own columns."""
