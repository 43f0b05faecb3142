"""Columns of a multiple alignment of parse trees, and the column of each word of a new sentence.

Roark B (2007) Structural alignment for finite-state syntactic processing. Modules name its sections
where they follow it, and say where they leave it. Ours besides: trees as arrays of nodes
(``trees``), search by any profile (``placing``), roles by tags (``role_tagger``), the ``model`` and
its file, and the ``tagger`` that reads sentences by it.
"""
