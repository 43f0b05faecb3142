"""Measurements of this package beside others, run as ``python -m benchmarks.IDEA``."""
