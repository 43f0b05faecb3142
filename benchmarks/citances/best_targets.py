"""The best path of each pair of citances by the CRF, which the paper's sets are compared with."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from spacy_citalign.chain.inference import viterbi
from spacy_citalign.chain.lattice import make_lattice
from spacy_citalign.citances.paper.crf import Batch, PairScorer, Weights, batches, transition_scores
from spacy_citalign.citances.paper.crf_features import GroupFeatures


def best_targets(
    weights: Weights, features: GroupFeatures
) -> Iterator[tuple[Batch, NDArray[np.int64]]]:
    """Yield each batch with the best target of its source words: (B, T), 0 for none (Viterbi)."""
    scorer = PairScorer(weights, features)
    for batch in batches(features):
        emissions = scorer.emissions(batch.pairs)
        transitions = transition_scores(weights.markov, emissions.shape[2] - 1)
        lattice = make_lattice(
            emissions.astype(np.float64), transitions, lengths=batch.pairs.source_lengths
        )
        yield batch, viterbi(lattice).labels
