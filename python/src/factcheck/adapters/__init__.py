"""The database as the core sees it, over each driver."""
