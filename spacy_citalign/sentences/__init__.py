"""Alignment of two texts of one language: the sentences that say the same.

After Nelken & Shieber (2006), step by step:

- ``terms`` makes terms of words, ``similarity`` cosines of terms or letters, ``calibration``
  probabilities of cosines;
- ``methods`` takes pairs by a threshold, or along the heaviest path; ``blocks`` gives both their
  probabilities without a matrix in memory;
- ``scoring`` counts what is right.

Beyond the paper, on the candidate pairs of two texts only: ``candidate_features`` (similarities)
and ``features`` (other pairs of a sentence, neighbours, the heaviest chain) go into the logistic
regressions of ``model``, which ``training`` learns from texts and their copies by
``perturbation``; ``aligner`` offers all methods. These are ours.
"""
