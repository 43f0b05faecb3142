"""The name that `batch` had in version 0.1.0, for what is imported by it."""
