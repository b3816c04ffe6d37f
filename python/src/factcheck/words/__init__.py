"""Words and names: identifiers taken apart, abbreviations, stems."""
