"""Lemmas: the lemmatizer that ships beside the lower-cased word and WordNet's morphy."""
