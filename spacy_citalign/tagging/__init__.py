"""Sequence tagging with averaged perceptrons: part-of-speech tags."""
