"""People: accounts, credentials and names."""
