"""Training of the alignment CRF on gold links: maximum a posteriori by L-BFGS.

Blunsom & Cohn (2006), "Discriminative word alignment with conditional random fields", ACL, section
2: a Gaussian prior, and forward-backward for the expected values of the features.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from ...chain.inference import dense_expectations
from ...chain.lattice import NEVER
from ...errors import InputError
from ...words.arrays import Bools, Floats, Floats32, Ints
from ...words.hashing import Hashes, HashTable
from ...words.settings import check_choice, check_range
from .crf import MARKOV, Weights, batches, markov_features, transition_scores
from .crf_features import GroupFeatures, Pairs

ManyToMany = Literal["marginal", "first"]


@dataclass(frozen=True)
class TrainingSettings:
    """The settings of training.

    Attributes:
        many_to_many: what to do with a source word of several gold targets, of which the model can
            choose one: "marginal" sums over all of them; "first" takes the first and forbids the
            others at that word, the paper's "*".
        prior: standard deviation of the Gaussian prior on each weight.
        sparse_prior: the same, of learned pairs of prefixes.
        least_count: pairs of prefixes that occur so often in gold links are learned.
        max_iterations: of L-BFGS.

    Raises:
        SettingError: a setting is unknown or out of range.
    """

    many_to_many: ManyToMany = "first"
    prior: float = 3.0
    sparse_prior: float = 0.5
    least_count: int = 3
    max_iterations: int = 150

    def __post_init__(self) -> None:
        check_choice("many_to_many", self.many_to_many, get_args(ManyToMany))
        check_range("prior", self.prior, 0, above=True)
        check_range("sparse_prior", self.sparse_prior, 0, above=True)


class SchwartzGold(NamedTuple):
    """A group with its gold alignment.

    Attributes:
        features: what the model looks at.
        aligned: (N, N) bool, symmetric; pairs of one citance are not read.
        possible: (N, N) bool, links that may be there: a word with such links only may take one of
            them or none. None where there are none.
        weight: how much its pairs count, 0 or more; 1 as a rule.
    """

    features: GroupFeatures
    aligned: Bools
    possible: Bools | None = None
    weight: float = 1.0


class _Block(NamedTuple):
    """Lattices of one size, with all features of their cells.

    ``pair`` (B, T, L, F) and ``null`` (B, T, G) float32; ``prefixes`` (B, T, L) rows of the sparse
    weights, the last row for those that are not learned; ``allowed`` (B, T, L + 1) what gold
    allows, ``open`` what the model may choose from.
    """

    pair: Floats32
    null: Floats32
    prefixes: NDArray[np.int32]
    allowed: Bools
    open: Bools
    lengths: Ints
    weight: float


def train(
    groups: Sequence[SchwartzGold], settings: TrainingSettings = TrainingSettings()
) -> Weights:
    """Fit the weights.

    Raises:
        InputError: there is no pair of citances to learn from, or no gold link.
    """
    if not any((group.aligned & _apart(group)).any() for group in groups):
        raise InputError(
            f"none of the {len(groups)} groups has two aligned words in different citances; "
            "give gold classes or links"
        )
    families = groups[0].features.families
    prefix_keys = _learned(_linked_prefixes(groups), settings.least_count)
    if "prefix pairs" not in families:
        prefix_keys = prefix_keys[:0]
    pair_names: list[str] = []
    null_names: list[str] = []
    blocks = [
        block
        for group in groups
        for block in _blocks(group, prefix_keys, pair_names, null_names, settings)
    ]
    sizes = [len(pair_names), len(null_names), len(MARKOV), len(prefix_keys)]
    ends = np.cumsum(sizes)
    precision = np.full(ends[-1], settings.prior**-2.0)
    precision[ends[2] :] = settings.sparse_prior**-2.0
    markov = "markov" in families

    def objective(point: Floats) -> tuple[float, Floats]:
        loss, gradient = _loss(point, ends, blocks)
        if not markov:
            gradient[ends[1] : ends[2]] = 0
        return loss + float(precision @ point**2) / 2, gradient + precision * point

    optimum = minimize(
        objective,
        np.zeros(ends[-1]),
        jac=True,
        method="L-BFGS-B",
        options={"maxiter": settings.max_iterations, "maxcor": 10},
    )
    pair, null, steps, prefixes = np.split(optimum.x, ends[:-1])
    return Weights(
        pair=dict(zip(pair_names, pair.tolist(), strict=True)),
        null=dict(zip(null_names, null.tolist(), strict=True)),
        markov=steps,
        prefix_keys=prefix_keys,
        prefix_weights=prefixes.astype(np.float32),
    )


def _loss(point: Floats, ends: Ints, blocks: Sequence[_Block]) -> tuple[float, Floats]:
    """Return the negative log-likelihood of gold and its gradient."""
    pair, null, steps, prefixes = np.split(point, ends[:-1])
    prefixes = np.append(prefixes, 0.0)
    gradient = np.zeros_like(point)
    by_pair, by_null, by_step, by_prefix = np.split(gradient, ends[:-1])
    loss = 0.0
    for block in blocks:
        targets = block.pair.shape[2]
        emissions = np.empty(block.open.shape)
        emissions[:, :, 1:] = block.pair @ pair.astype(np.float32) + prefixes[block.prefixes]
        emissions[:, :, 0] = block.null @ null.astype(np.float32)
        transitions = transition_scores(steps, targets)
        free, gold = (
            dense_expectations(np.where(labels, emissions, NEVER), transitions, block.lengths)
            for labels in (block.open, block.allowed)
        )
        weight = block.weight
        loss += weight * float((free.log_partition - gold.log_partition).sum())
        excess = weight * (free.tokens - gold.tokens)
        moved = weight * (free.moves - gold.moves)
        cells, nulls = excess[:, :, 1:], excess[:, :, 0]
        if len(by_pair):
            by_pair += block.pair.reshape(-1, len(pair)).T @ cells.astype(np.float32).ravel()
        if len(by_null):
            by_null += block.null.reshape(-1, len(null)).T @ nulls.astype(np.float32).ravel()
        by_step += np.tensordot(markov_features(targets), moved, axes=2)
        if len(by_prefix):
            of_keys = np.bincount(block.prefixes.ravel(), cells.ravel(), minlength=len(prefixes))
            by_prefix += of_keys[:-1]
    return loss, gradient


def _blocks(
    group: SchwartzGold,
    prefix_keys: Hashes,
    pair_names: list[str],
    null_names: list[str],
    settings: TrainingSettings,
) -> Iterable[_Block]:
    """Lay out the lattices of a group; the names of features are noted at the first."""
    features = group.features
    rows = features.types.rows
    of_types = features.of_types()
    # The row after the last stands for all keys that are not learned.
    prefixes = HashTable(prefix_keys).rows(features.prefix_pair_keys()) % (len(prefix_keys) + 1)
    for batch in batches(features, cells=200_000):
        pairs = batch.pairs
        sources, targets = rows[pairs.sources], rows[pairs.targets]
        cell = sources[:, :, None], targets[:, None, :]
        columns = {name: matrix[cell] for name, matrix in of_types.items()}
        columns |= dict(features.of_pairs(pairs))
        nulls = dict(features.of_unaligned(pairs))
        pair_names[:] = pair_names or list(columns)
        null_names[:] = null_names or list(nulls)
        allowed, open_ = _gold(group, pairs, settings.many_to_many)
        yield _Block(
            pair=_stacked(columns, pair_names, allowed[:, :, 1:].shape),
            null=_stacked(nulls, null_names, sources.shape),
            prefixes=prefixes[cell],
            allowed=allowed,
            open=open_,
            lengths=pairs.source_lengths,
            weight=group.weight,
        )


def _stacked(
    columns: Mapping[str, NDArray], names: Sequence[str], shape: tuple[int, ...]
) -> Floats32:
    """Put named features side by side, on a last axis that may be empty."""
    stacked = np.empty((*shape, len(names)), dtype=np.float32)
    for column, name in enumerate(names):
        stacked[..., column] = columns[name]
    return stacked


def _gold(group: SchwartzGold, pairs: Pairs, many_to_many: ManyToMany) -> tuple[Bools, Bools]:
    """Return which labels gold allows and which the model may choose: (B, T, L + 1) each."""
    inside = pairs.target_inside[:, None, :]
    cell = pairs.sources[:, :, None], pairs.targets[:, None, :]
    linked = group.aligned[cell] & inside
    open_ = np.broadcast_to(inside, linked.shape)
    if many_to_many == "first":
        first = linked & (np.cumsum(linked, axis=2) == 1)
        open_ = open_ & ~(linked & ~first)
        linked = first
    unlinked = ~linked.any(axis=2, keepdims=True)
    if group.possible is not None:
        linked = linked | (group.possible[cell] & inside & unlinked)
    allowed = np.concatenate([unlinked, linked], axis=2)
    return allowed, np.concatenate([np.ones_like(unlinked), open_], axis=2)


def _apart(group: SchwartzGold) -> Bools:
    """Tell which two words are of different citances: (N, N)."""
    owners = group.features.group.owners
    return np.asarray(owners[:, None] != owners)


def _learned(keys: Iterable[Hashes], least_count: int) -> Hashes:
    listed = np.concatenate([np.zeros(0, np.uint64), *keys])
    distinct, counts = np.unique(listed, return_counts=True)
    return np.asarray(distinct[counts >= least_count], dtype=np.uint64)


def _linked_prefixes(groups: Sequence[SchwartzGold]) -> Iterable[Hashes]:
    """Yield the prefix pairs of gold links, those of equal words left out."""
    for group in groups:
        rows = group.features.types.rows
        keys = group.features.prefix_pair_keys()
        first, second = np.nonzero(np.triu(group.aligned & _apart(group)))
        first, second = rows[first], rows[second]
        yield keys[first, second][first != second]
