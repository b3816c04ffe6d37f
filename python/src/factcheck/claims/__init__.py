"""Which numbers of a document are claims about the data, and their weighted keywords."""
