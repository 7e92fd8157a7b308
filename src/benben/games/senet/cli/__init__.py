"""The command line of the game: `benben solve senet`."""
