"""What the two passes over a lattice say of tokens and of sequences."""

import numpy as np

from spacy_citalign.chain.inference import forward_backward
from spacy_citalign.chain.lattice import LOWEST, NEVER


def log_partition(lattice):
    """Return log Z of each sequence: (B,) float64, -inf where every path is forbidden."""
    return forward_backward(lattice).log_partition


def token_marginals(lattice):
    """Return p(y_t = k | x): (B, T, K) float64 in 0..1, zero beyond a sequence's end."""
    passes = forward_backward(lattice)
    scores = passes.forward + passes.backward
    inside = np.arange(scores.shape[1]) < lattice.lengths[:, None]
    log_z = np.maximum(passes.log_partition, LOWEST)[:, None, None]
    shares = np.exp(np.where(inside[..., None], scores - log_z, NEVER))
    return np.minimum(shares, 1.0, out=shares)  # rounding may leave more
