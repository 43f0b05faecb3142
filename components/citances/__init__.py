"""Aligned citances: the component, its training, readers, scorer, attributes."""
