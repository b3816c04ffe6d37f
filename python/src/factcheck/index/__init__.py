"""The index of query fragments: what is stored of the values of columns, and how."""
