"""Base phrases: Roark (2007), section 5, and the same by conditional random fields with words.

In reading order: ``labels`` (chunks as labels of words), ``features``, ``training``, ``model`` (and
the best labels of both encodings at once); ``scoring`` compares chunks.
"""
