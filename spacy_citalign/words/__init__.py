"""Words for several ideas: tokens, hashes, hash tables, shapes, stems; checks of settings.

Of papers are what their docstrings say; ours are affixes as arrays, the rules of
``tokens`` and the checks of ``settings``.
"""
