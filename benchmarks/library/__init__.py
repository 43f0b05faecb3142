"""A library on disk: the same rows as a report, questions in a second, growth, kills."""
