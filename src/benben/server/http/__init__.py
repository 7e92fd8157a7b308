"""The REST interface, its OpenAPI description, the event stream, metrics and static files."""
