"""Units of measurement: what each is, and in which one a name or a description tells that a column counts."""
