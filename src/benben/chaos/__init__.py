"""Chaos tests: a server is killed again and again while matches are played over flaky connections."""
