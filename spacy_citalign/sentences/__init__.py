"""Alignment of two texts of one language: the sentences that say the same.

After Nelken & Shieber (2006), step by step:

- ``terms`` makes terms of words, ``similarity`` cosines of terms or letters, ``calibration``
  probabilities of cosines;
- ``methods`` takes pairs by a threshold, or along the heaviest path;
- ``scoring`` counts what is right.

Beyond the paper, on the candidate pairs of two texts only: ``features`` (similarities, other pairs
of a sentence, neighbours, the heaviest chain) go into the logistic regressions of ``model``, which
``training`` learns from texts and their copies by ``perturbation``; it offers all methods. These
are ours.
"""
