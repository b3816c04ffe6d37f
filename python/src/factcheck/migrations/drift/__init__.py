"""What differs between a site's file and how the database is set up, by what it is about."""
