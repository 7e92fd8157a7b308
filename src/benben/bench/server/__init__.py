"""What a move costs: our server under a load of matches, beside boardgame.io's under an equal load."""

SERVERS = ("sqlite", "postgres", "plain", "memory", "files")  # plain: SQLite with nothing compiled
