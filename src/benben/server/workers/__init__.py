"""Worker processes: bots' turns, hints, daily puzzles and reviews are computed here, off the event loop."""
