"""Worker processes: bots' turns, hints and daily puzzles are computed here, off the event loop."""
