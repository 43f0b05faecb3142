"""Sentence boundaries beside other splitters."""
