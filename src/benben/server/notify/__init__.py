"""Notices to people who are away: your turn, by webhook."""
