"""Columns from aligned syntax, and base phrases."""
