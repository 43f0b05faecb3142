"""Figures of a curve of precision and recall."""

import numpy as np

from spacy_citalign.sentences.scoring import Curve


def area(curve: Curve) -> float:
    """Return the area under a curve, 0 to 1: each gain in recall times its precision."""
    return float(np.sum(np.diff(curve.recall, prepend=0.0) * curve.precision))


def best_f(curve: Curve) -> tuple[float, float]:
    """Return the highest F of a curve, 0 to 1, and its threshold; of equal ones the first.

    Of an empty curve they are 0 and 1.
    """
    if not len(curve.threshold):
        return 0.0, 1.0
    both = curve.precision + curve.recall
    f = 2 * curve.precision * curve.recall / np.where(both > 0, both, 1.0)
    best = int(f.argmax())
    return float(f[best]), float(curve.threshold[best])


def precision_at(curve: Curve, recall: float) -> float:
    """Return the precision where a recall is first reached, NaN where it never is."""
    reached = np.flatnonzero(curve.recall >= recall)
    return float(curve.precision[reached[0]]) if len(reached) else float("nan")
