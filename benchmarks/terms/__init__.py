"""Propositional terms: the paper, other packages, and what ships."""
