"""A library of articles in one SQLite file, and what is asked of it."""
