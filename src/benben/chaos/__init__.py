"""Trouble on purpose: a server that is killed again and again while matches are played over bad lines."""
