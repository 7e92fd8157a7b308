"""The games of other libraries that `benben bench senet` and `benben bench server` compare Senet with."""

# OpenSpiel has no Senet. Its backgammon is the nearest: a race with throws, and a random game of like length.
OPENSPIEL = "backgammon"

# boardgame.io comes without games. This race for two of about Senet's size is in bench/peers/boardgameio.
BOARDGAME = "track"
