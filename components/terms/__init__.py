"""Propositional terms: the component, its training, readers, scorer, attributes."""
