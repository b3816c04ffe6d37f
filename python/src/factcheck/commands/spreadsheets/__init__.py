"""Spreadsheets as people publish them, read as tables: CSV files and Excel workbooks."""
