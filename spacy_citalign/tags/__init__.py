"""Part-of-speech tags: Roark (2007), section 5, with more features.

Trained as averaged perceptrons (Collins 2002, "Discriminative training methods for hidden Markov
models", EMNLP). In reading order: ``features``, ``training``, ``model`` (and tagging),
``universal`` (from Penn tags to universal ones).
"""
