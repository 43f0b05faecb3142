"""Readers of published formats into plain records."""
