"""Training of CRFs with sklearn-crfsuite on numbered attributes; their weights as arrays.

The only file that imports sklearn-crfsuite. Training runs in a fresh process: CRFsuite's SGD,
perceptron, passive-aggressive and AROW shuffle with C's global, never seeded ``rand()``, so two
fits in one process differ; in the child the generator is seeded first, and its memory goes back
to the system afterwards. CRFsuite: Okazaki (2007), chokkan.org/software/crfsuite.
"""

import ctypes
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import CitalignError, SettingError
from ..words.arrays import Ints
from ..words.settings import check_choice

ALGORITHMS = ("lbfgs", "l2sgd", "ap", "pa", "arow")


class CRFWeights(NamedTuple):
    """Weights of a linear-chain CRF over A attributes and K labels.

    Attributes:
        attributes: (W,) int64, attribute number of each weight.
        labels: (W,) int64, label number of each weight.
        values: (W,) float64.
        transitions: (K, K) float64, from row to column.
    """

    attributes: Ints
    labels: Ints
    values: NDArray[np.float64]
    transitions: NDArray[np.float64]


def train_crf(
    indptr: Ints,
    attributes: NDArray[np.int32],
    labels: Ints,
    lengths: Ints,
    *,
    label_count: int,
    algorithm: str = "l2sgd",
    settings: Mapping[str, object] | None = None,
) -> CRFWeights:
    """Train on sequences laid one after the other.

    Args:
        indptr, attributes: the attribute numbers of each token, as in ``Indexed``.
        labels: (N,) int64, below ``label_count``.
        lengths: (C,) int64, tokens of each sequence; they add up to N.
        algorithm: one of ``ALGORITHMS``.
        settings: what ``sklearn_crfsuite.CRF`` takes for it (``c2``, ``max_iterations`` ...).

    Raises:
        SettingError: unknown algorithm.
        CitalignError: the training process failed; its last words are quoted.
    """
    check_choice("algorithm", algorithm, ALGORITHMS)
    try:
        arguments = json.dumps({**(settings or {}), "algorithm": algorithm})
    except TypeError as error:
        raise SettingError(f"settings {settings} must be plain JSON values: {error}") from error
    with tempfile.TemporaryDirectory() as folder:
        job = Path(folder, "job.npz")
        result = Path(folder, "weights.npz")
        np.savez(job, indptr=indptr, attributes=attributes, labels=labels, lengths=lengths)
        run = subprocess.run(
            [sys.executable, "-m", __name__, str(job), str(result), arguments],
            env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            capture_output=True,
            text=True,
        )
        if run.returncode != 0:
            raise CitalignError(
                f"CRF training ({arguments}) ended with status {run.returncode}: "
                f"{run.stderr.strip()[-2000:] or 'no message; it may have run out of memory'}"
            )
        with np.load(result) as arrays:
            transitions = np.zeros((label_count, label_count))
            transitions[arrays["sources"], arrays["targets"]] = arrays["weights"]
            return CRFWeights(arrays["attributes"], arrays["labels"], arrays["values"], transitions)


def _sequences(job: Mapping[str, NDArray]) -> Iterator[list[list[str]]]:
    """Yield each sequence as CRFsuite takes it: a list of attribute names a token."""
    attributes, indptr = job["attributes"], job["indptr"]
    names = np.array([str(n) for n in range(int(attributes.max(initial=0)) + 1)], dtype=object)
    ends = np.cumsum(job["lengths"])
    for start, end in zip(ends - job["lengths"], ends, strict=True):
        yield [names[attributes[indptr[t] : indptr[t + 1]]].tolist() for t in range(start, end)]


def _train_child(job_path: str, result_path: str, arguments: str) -> None:
    """Train in this process and write the weights; run by ``train_crf``."""
    import sklearn_crfsuite

    ctypes.CDLL(None if os.name != "nt" else "ucrtbase").srand(1)
    with np.load(job_path) as arrays:
        job = {name: arrays[name] for name in arrays.files}
    label_names = np.array([str(n) for n in range(int(job["labels"].max()) + 1)], dtype=object)
    by_sequence = np.split(label_names[job["labels"]], np.cumsum(job["lengths"])[:-1])
    targets = (labels.tolist() for labels in by_sequence)
    try:
        model = sklearn_crfsuite.CRF(**json.loads(arguments))
    except TypeError as error:
        sys.exit(str(error))
    model.fit(_sequences(job), targets)
    states = model.state_features_
    transitions = model.transition_features_
    np.savez(
        result_path,
        attributes=np.array([int(a) for a, _ in states], dtype=np.int64),
        labels=np.array([int(y) for _, y in states], dtype=np.int64),
        values=np.array(list(states.values()), dtype=np.float64),
        sources=np.array([int(a) for a, _ in transitions], dtype=np.int64),
        targets=np.array([int(b) for _, b in transitions], dtype=np.int64),
        weights=np.array(list(transitions.values()), dtype=np.float64),
    )


if __name__ == "__main__":
    _train_child(*sys.argv[1:])
