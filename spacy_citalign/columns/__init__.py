"""Columns of a multiple alignment of parse trees, and the column of each word of a new sentence.

Roark B (2007) Structural alignment for finite-state syntactic processing. Modules name its sections
where they follow it, and say where they leave it. Ours besides: trees as arrays of nodes
(``trees``), search by any profile (``profile_hmm``), roles by tags (``role_tagger``), and the
``model``, its file, and how it reads sentences.
"""
