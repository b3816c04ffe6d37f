"""SQL read as queries of the program: labels of cases, and queries that people give."""
