"""Marks of citation in plain text."""
