"""Marks of citation and citing sentences: the component, its scorer, attributes."""
