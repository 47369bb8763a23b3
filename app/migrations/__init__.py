"""The history of the schema; see `app.migrate`."""
