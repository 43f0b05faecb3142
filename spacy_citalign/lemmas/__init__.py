"""Lemmas: the base forms of words with their Penn tags, by rules for endings and by exceptions.

In reading order: ``edits`` (what is taken from the end of a word and put there), ``inflections``
(regular and irregular forms), ``training``, ``model`` (and lemmatizing).
"""
