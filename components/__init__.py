"""The spaCy side: a factory a file, their attributes, readers, scorers; found by entry points."""
