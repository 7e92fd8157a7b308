"""The command line of the game: `benben solve gate` and `benben gate`."""
