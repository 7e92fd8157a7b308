"""What `benben bench senet` is measured beside."""

# OpenSpiel has no Senet. Its backgammon is the nearest: a race with throws, and a random game of like length.
OPENSPIEL = "backgammon"

# boardgame.io comes without games. This race for two of about Senet's size is in benchmarks/boardgame.
BOARDGAME = "track"
