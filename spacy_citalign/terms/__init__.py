"""Propositional terms: the words and phrases that carry what an abstract says."""
