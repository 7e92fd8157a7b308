"""The attacks: each is a function that prepares itself, calls `begin`, and goes on until it is cancelled."""
