"""Sequence tagging: part-of-speech tags and base phrases.

Roark (2007), section 5, with averaged perceptrons (Collins 2002, "Discriminative training methods
for hidden Markov models", EMNLP) for the tags. Plain parts are ours: the ``model`` and ``training``
of tags, the ``tagger`` that reads by it, ``chunk_model`` and ``chunk_training`` of phrases.
"""
