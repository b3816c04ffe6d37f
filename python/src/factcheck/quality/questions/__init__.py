"""Questions with their parts, and how well the program finds them."""
