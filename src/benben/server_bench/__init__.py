"""What a move costs: our server under a load of Senet matches, beside boardgame.io's under the same load."""

SERVERS = ("sqlite", "postgres", "plain", "memory", "files")  # plain: SQLite, and nothing compiled
