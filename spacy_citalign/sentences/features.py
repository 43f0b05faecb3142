"""Features of cells: how like two sentences are, and what stands around them.

The paper judges a pair by its TF*IDF cosine alone and leaves the rest to the global alignment. Here
a pair is judged by several similarities, by how far it is ahead of its rivals in row and column,
and then, from the probabilities so found, by its neighbours: a pair whose neighbours on the
diagonal are linked is likely right even if the order of the texts changed elsewhere, where a path
through the whole matrix cannot go.
"""

import numpy as np

from .cells import Cells, Floats
from .chain import heaviest_chain
from .evidence import Evidence

_REACH = 2  # how far neighbours on the diagonal may be
_LINKED = 0.1  # least probability of cells that the chain is made of
_SURE = 0.3  # least probability of reciprocal best cells that tell whether order is kept
_SMALL = 1e-4  # keeps log odds finite


def feature_counts(similarities: int) -> tuple[int, int]:
    """Return how many local features and features of context there are."""
    return 3 * similarities + 3, similarities + 24


def local_features(evidence: Evidence) -> Floats:
    """Return (K, 3 S + 3) features of the cells for S similarities."""
    cells = evidence.cells
    columns: list[Floats] = []
    for values in evidence.similarities.values():
        columns += [values, values - cells.rivals(values, 1), values - cells.rivals(values, 0)]
    first, second = (np.log1p(lengths) for lengths in evidence.lengths)
    columns += [
        np.abs(first[cells.rows] - second[cells.columns]),
        evidence.equal.astype(np.float64),
        evidence.similarities["tfidf"] ** 2,
    ]
    return np.column_stack(columns)


def context_features(evidence: Evidence, probabilities: Floats) -> Floats:
    """Return (K, F) features of the cells, given (K,) probabilities that they are links."""
    cells = evidence.cells
    odds = np.log((probabilities + _SMALL) / (1 - probabilities + _SMALL))
    ahead = _diagonal(cells, probabilities, 1)
    behind = _diagonal(cells, probabilities, -1)
    beside = np.maximum(cells.beside(probabilities, 0, 1), cells.beside(probabilities, 0, -1))
    above = np.maximum(cells.beside(probabilities, 1, 0), cells.beside(probabilities, -1, 0))
    chain = _Chain(cells, probabilities)
    rows, columns = cells.shape
    tfidf = evidence.similarities["tfidf"]
    return np.column_stack(
        [
            odds,
            probabilities,
            probabilities - cells.rivals(probabilities, 1),
            probabilities - cells.rivals(probabilities, 0),
            ahead,
            behind,
            ahead * behind,
            cells.beside(probabilities, 1, 1),
            cells.beside(probabilities, -1, -1),
            beside,
            above,
            chain.on,
            chain.on * chain.order,
            chain.outside,
            chain.outside * chain.order,
            chain.away,
            chain.away * chain.order,
            ((cells.rows == 0) & (cells.columns == 0)).astype(np.float64),
            ((cells.rows == rows - 1) & (cells.columns == columns - 1)).astype(np.float64),
            np.full(len(cells), chain.order),
            evidence.equal.astype(np.float64),
            *evidence.similarities.values(),
            beside * chain.on,
            probabilities * chain.on,
            tfidf * np.maximum(ahead, behind),
        ]
    )


def _diagonal(cells: Cells, values: Floats, sign: int) -> Floats:
    """Return the highest value in the square of cells that follow (sign 1) or come before."""
    steps = range(1, _REACH + 1)
    around = [cells.beside(values, sign * down, sign * right) for down in steps for right in steps]
    return np.maximum.reduce(around)


class _Chain:
    """Where the cells stand to the heaviest chain of probable ones.

    Attributes:
        on: (K,) 1 for cells of the chain, else 0.
        outside: (K,) log1p of how many columns a cell is away from the gap of the chain it is in.
        away: (K,) distance from the chain as a line, in shares of the second text.
        order: share of the sure reciprocal best cells that are on the chain, smoothed.
    """

    def __init__(self, cells: Cells, probabilities: Floats):
        rows, columns = cells.shape
        likely = np.flatnonzero(probabilities > _LINKED)
        chain = likely[
            heaviest_chain(cells.rows[likely], cells.columns[likely], probabilities[likely])
        ]
        self.on = np.zeros(len(cells))
        self.on[chain] = 1.0
        best = (probabilities >= cells.rivals(probabilities, 1)) & (
            probabilities >= cells.rivals(probabilities, 0)
        )
        sure = best & (probabilities > _SURE)
        self.order = (np.sum(self.on[sure]) + 1) / (np.count_nonzero(sure) + 2)
        on_rows = np.concatenate([[-1], cells.rows[chain], [rows]])
        on_columns = np.concatenate([[-1], cells.columns[chain], [columns]])
        numbers = np.arange(rows)
        low = on_columns[np.searchsorted(on_rows, numbers, "right") - 1][cells.rows]
        high = on_columns[np.searchsorted(on_rows, numbers, "left")][cells.rows]
        beyond = np.maximum(low - cells.columns, cells.columns - high)
        self.outside = np.log1p(np.maximum(0, beyond))
        line = np.interp(numbers, on_rows, on_columns)[cells.rows]
        self.away = np.abs(cells.columns - line) / max(columns, 1)
