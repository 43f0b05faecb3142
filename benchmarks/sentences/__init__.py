"""Sentences of two texts that say the same."""
