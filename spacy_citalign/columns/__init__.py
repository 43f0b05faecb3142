"""Columns: which place of a multiple alignment of parse trees each word of a sentence falls in."""
