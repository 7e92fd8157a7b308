"""The WebSocket: frames, reading of messages, one connection."""
