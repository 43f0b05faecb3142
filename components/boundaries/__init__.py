"""Sentence boundaries: the component, its training."""
