"""Columns of aligned parse trees: the component, its training, readers, scorer, attributes."""
