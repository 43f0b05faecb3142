"""The name that `batch.ray` had in version 0.1.0."""
