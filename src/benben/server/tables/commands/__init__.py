"""What a connected person may ask of a table: moves, seats, proposals, chat and advice."""
