"""The shared engine: features to lattices to Viterbi, n-best lists and marginals; training.

All scores are log-potentials (nats, not normalised); arrays of tokens come first, tags last.
"""
