"""Corpora as Examples of spaCy, for configs."""
