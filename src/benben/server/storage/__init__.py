"""The database: schema, migrations, the writer thread, queries and backups."""
