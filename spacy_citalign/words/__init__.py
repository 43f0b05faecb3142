"""What several ideas need of a word: tokens, hashes, hash tables, shapes, stems.

Of papers are what their docstrings say; ours are ``affixes`` as arrays and the rules of ``pieces``.
"""
