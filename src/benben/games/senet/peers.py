"""What `benben bench senet` is measured beside."""

# OpenSpiel has no Senet. Its backgammon is the nearest: a race with throws, and a random game of like length.
OPENSPIEL = "backgammon"
