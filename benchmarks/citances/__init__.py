"""Citance alignment: the paper, edit distance, and this package."""
