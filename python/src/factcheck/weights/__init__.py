"""The weights of features, in one file that people can read and a fit can write."""
