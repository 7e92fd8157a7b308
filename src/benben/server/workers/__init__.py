"""Worker processes off the event loop: bots' turns, hints, daily puzzles, reviews and meters."""
