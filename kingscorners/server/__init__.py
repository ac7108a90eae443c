"""The server: the only part that knows FastAPI and the database."""
