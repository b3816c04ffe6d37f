"""Data dictionaries: what others wrote about tables and columns, read from files of several formats."""
