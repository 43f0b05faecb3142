"""Aligned sentences of texts: the component, its training, readers, scorer, attributes."""
