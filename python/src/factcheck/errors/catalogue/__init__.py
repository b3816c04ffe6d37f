"""The catalogue of errors: each function of its modules makes one error, and its name is the error's stable name.

``docs/errors.md`` is written from it.  Whoever raises an error imports its function: ``raise table_not_added(...)``.
Arguments are texts and numbers to be put into the texts; ``quoted`` is a name as a literal of SQL.
"""
