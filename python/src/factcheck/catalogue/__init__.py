"""What the database has to be asked about: tables, columns, names, joins and query fragments."""
