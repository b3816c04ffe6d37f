"""What columns look like, which heading suits them, and which column a phrase means."""
