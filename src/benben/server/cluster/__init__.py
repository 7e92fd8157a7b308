"""Several server processes on one PostgreSQL: which process runs a table, and the messages between them."""
