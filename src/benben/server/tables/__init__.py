"""One table: its room, state, seats, log, and what each subscriber may see."""
