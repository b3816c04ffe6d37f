"""The review page: stored documents in a browser, with the readings of their claims to choose from."""
