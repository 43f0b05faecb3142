"""Ids of genes: the component, its training, readers, scorer, attributes."""
