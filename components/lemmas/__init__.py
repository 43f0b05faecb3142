"""Lemmas: the component, its training, scorer."""
