"""The shared engine: features to lattices to Viterbi, n-best lists and marginals; training.

All scores are log-potentials (nats, not normalised); arrays of tokens come first, tags last.

Linear-chain conditional random fields are those of Lafferty, McCallum & Pereira (2001), ICML; each
module names what else it follows. Ours is how it is all laid out in memory: token features and
grams as hashes (``features``, ``scorer``), ``batches``, numbered corpora and ``weights``, files
(``storage``), and tags as spans (``labels``).
"""
