"""Profile hidden Markov models: columns that words may also stand between.

Roark (section 2): a PSSM "provides no symbol insertion mechanism between columns [...] A profile
hidden Markov model provides such a mechanism, and can also be estimated from a given MSA, using
relative frequency estimation and simple smoothing". Durbin, Eddy, Krogh & Mitchison (1998),
"Biological sequence analysis", chapter 5: each column has a match, an insert and a delete state;
Figure 5.2 has the transitions, Eq. 5.1 the recursion. The columns that most sentences use become
match states; words of others are insertions.

The place of a word by a profile of either form is a slot: column c is slot 2c + 1, what lies before
it slot 2c; after the last of M columns is slot 2M. A PSSM gives columns only, a profile HMM all
slots.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ..words.arrays import Floats, Ints
from .column_search import (
    Profile,
    Scores,
    Search,
    SentenceRanges,
    batches,
    best_columns,
    search_between,
)

MATCH, INSERT, DELETE = range(3)
_NEVER = -np.inf
_SENTENCES = 2048  # that are counted at a time


class ProfileHMM(NamedTuple):
    """Log probabilities, in nats, of a model with M columns.

    Attributes:
        matches: (K + 1, M) float64, of each tag in each column.
        insertions: (K + 1,) float64, of each tag in an insertion.
        transitions: (M + 1, 3, 3) float64, from the states of each node to the match state of the
            next, to the insert state of the same, to the delete state of the next. Node 0 is the
            begin; its match state is where every sentence begins. The match state after node M is
            the end.
    """

    matches: Floats
    insertions: Floats
    transitions: Floats


class TransitionCounts(NamedTuple):
    """Counts of transitions in a multiple alignment.

    Attributes:
        transitions: (M + 1, 3, 3) int64, how often each was made.
        insertions: (K + 1,) int64, tags of inserted words; the last is of unknown tags: 0.
    """

    transitions: Ints
    insertions: Ints


def count_transitions(
    tags: Ints, columns: Ints, ranges: SentenceRanges, kinds: int, size: int
) -> TransitionCounts:
    """Count the transitions of aligned sentences.

    Args:
        tags: (N,) int64 tag numbers, below ``kinds``.
        columns: (N,) int64 below ``size``, ascending in each sentence, -1 for inserted words.
        ranges: of the sentences.
        kinds: K.
        size: M.
    """
    transitions = np.zeros((size + 1, 3, 3), dtype=np.int64)
    owners = ranges.owners
    for first in range(0, len(ranges.lengths), _SENTENCES):
        in_batch = (owners >= first) & (owners < first + _SENTENCES)
        rows, batch_columns = owners[in_batch] - first, columns[in_batch]
        aligned = batch_columns >= 0
        batch = min(_SENTENCES, len(ranges.lengths) - first)
        used = np.zeros((batch, size + 2), dtype=bool)  # begin and end are matches
        used[:, [0, -1]] = True
        used[rows[aligned], batch_columns[aligned] + 1] = True
        # An inserted word stands after the last match before it.
        row_starts = rows * (size + 2)
        after = np.maximum.accumulate(np.where(aligned, batch_columns + 1, 0) + row_starts)
        inserted = np.zeros((batch, size + 1), dtype=np.int64)
        np.add.at(inserted, (rows[~aligned], (after - row_starts)[~aligned]), 1)
        state = np.where(used, MATCH, DELETE)
        nodes = np.broadcast_to(np.arange(size + 1), inserted.shape)
        empty, filled = inserted == 0, inserted > 0
        np.add.at(transitions, (nodes[empty], state[:, :-1][empty], state[:, 1:][empty]), 1)
        np.add.at(transitions[:, :, INSERT], (nodes[filled], state[:, :-1][filled]), 1)
        np.add.at(transitions[:, INSERT], (nodes[filled], state[:, 1:][filled]), 1)
        transitions[:, INSERT, INSERT] += np.maximum(inserted - 1, 0).sum(axis=0)
    return TransitionCounts(transitions, np.bincount(tags[columns < 0], minlength=kinds + 1))


def estimate(profile: Profile, counts: TransitionCounts) -> ProfileHMM:
    """Estimate a model, with one observation more of each tag and of each transition (Laplace)."""
    smooth = counts.transitions + 1.0
    smooth[-1, :, DELETE] = 0  # there is no column after the last
    with np.errstate(divide="ignore"):
        transitions = np.log(smooth / smooth.sum(axis=2, keepdims=True))
    return ProfileHMM(
        np.log((profile.counts + 1) / (profile.occupancy + len(profile.counts))),
        np.log((counts.insertions + 1) / (counts.insertions.sum() + len(counts.insertions))),
        transitions,
    )


def best_slots(
    hmm: ProfileHMM, tags: Ints, ranges: SentenceRanges, low: int = 0, high: int | None = None
) -> Ints:
    """Return the most probable slots of words: column c is slot 2c + 1, before it is slot 2c.

    Args:
        hmm: the model.
        tags: (N,) int64, rows of ``hmm.matches``.
        ranges: of the sentences, or of parts that lie between held words.
        low, high: columns to search, half-open; the words before and after are held in the columns
            around them, or there are none.

    Returns:
        (N,) int64, -1 for words that are not in the ranges.
    """
    high = hmm.matches.shape[1] if high is None else high
    best = np.full(len(tags), -1, dtype=np.int64)
    for lengths, cells, inside in batches(ranges, 3 * (high - low + 1)):
        best[cells[inside]] = _decode(hmm, tags[cells], lengths, low, high)[inside]
    return best


def _decode(hmm: ProfileHMM, tags: Ints, lengths: Ints, low: int, high: int) -> Ints:
    """Decode (T, B) tags of B sentences to (T, B) slots (Eq. 5.1)."""
    longest, batch = tags.shape
    nodes = high - low + 1  # the first is the begin
    table = np.full((3, nodes, longest + 1, batch), _NEVER)
    table[MATCH, 0, 0] = 0
    emitted = hmm.insertions[tags]
    for node in range(nodes):
        transitions = hmm.transitions[low + node]
        if node:
            before, entering = table[:, node - 1], hmm.transitions[low + node - 1]
            reach = before[:, :-1] + entering[:, MATCH, None, None]
            table[MATCH, node, 1:] = reach.max(axis=0) + hmm.matches[tags, low + node - 1]
            table[DELETE, node] = (before + entering[:, DELETE, None, None]).max(axis=0)
        # A run of insertions: sums from wherever it began, by running totals.
        totals = np.cumsum(emitted + transitions[INSERT, INSERT], axis=0)
        begun = np.maximum(
            table[MATCH, node] + transitions[MATCH, INSERT],
            table[DELETE, node] + transitions[DELETE, INSERT],
        )
        begun[1:] -= totals
        run = np.maximum.accumulate(begun[:-1], axis=0)
        table[INSERT, node, 1:] = run + totals - transitions[INSERT, INSERT]
    return _trace(hmm, table, tags, lengths, low)


def _trace(hmm: ProfileHMM, table: Floats, tags: Ints, lengths: Ints, low: int) -> Ints:
    """Walk back from the end, each sentence at its own pace."""
    longest, batch = tags.shape
    slots = np.full((longest, batch), -1, dtype=np.int64)
    rows = np.arange(batch)
    node = np.full(batch, table.shape[1] - 1)
    word = lengths.copy()
    leaving = hmm.transitions[low + node, :, MATCH]  # (B, 3), into the end
    state = np.argmax(table[:, node, word, rows].T + leaving, axis=1)
    while True:
        rows = np.flatnonzero((word > 0) | (node > 0))
        if not len(rows):
            return slots
        nodes, words, states = node[rows], word[rows], state[rows]
        reads = states != DELETE
        slots[words[reads] - 1, rows[reads]] = 2 * (low + nodes[reads]) - (states[reads] == MATCH)
        back = np.where(states == INSERT, nodes, nodes - 1)
        earlier = words - reads
        scores = table[:, back, earlier, rows].T + hmm.transitions[low + back, :, states]
        node[rows], word[rows], state[rows] = back, earlier, np.argmax(scores, axis=1)


_NOTHING = np.zeros(0, dtype=np.int64)


class Finder(NamedTuple):
    """A search for the slots of free words.

    Attributes:
        size: M, the number of columns.
        search: returns a search of sentences with (N,) tags that leaves (R,) columns out.
    """

    size: int
    search: Callable[[Ints, Ints], Search]


def pssm_finder(scores: Scores) -> Finder:
    """Find columns by scores: (K + 1, M) float32, as ``Profile.scores`` has them."""

    def search(tags: Ints, reserved: Ints) -> Search:
        left = scores.copy()
        left[:, reserved] = -np.inf

        def find(low: int, high: int, part: SentenceRanges) -> Ints:
            columns = best_columns(left[:, low:high], tags, part)
            return np.where(columns >= 0, 2 * (columns + low) + 1, -1)

        return find

    return Finder(scores.shape[1], search)


def hmm_finder(hmm: ProfileHMM) -> Finder:
    """Find columns and places between them by a profile HMM."""

    def search(tags: Ints, reserved: Ints) -> Search:
        left = hmm._replace(matches=hmm.matches.copy())
        left.matches[:, reserved] = -np.inf
        return lambda low, high, part: best_slots(left, tags, part, low, high)

    return Finder(hmm.matches.shape[1], search)


def find_slots(
    finder: Finder,
    tags: Ints,
    ranges: SentenceRanges,
    held: Ints | None = None,
    reserved: Ints | None = None,
) -> Ints:
    """Return the slots of words.

    Args:
        finder: of a PSSM or a profile HMM.
        tags: (N,) int64 tag numbers.
        ranges: of the sentences.
        held: (N,) int64, the columns that words are held in, -1 for the others; None where none is.
            A sentence in which held words leave no room is placed as if nothing were held.
        reserved: (R,) int64, the columns that no word comes into but those held there; None for
            those in ``held``, which makes the places of one sentence depend on the others.

    Returns:
        (N,) int64, ascending in each sentence, columns strictly; -1 for all words of a sentence
        that has no place.
    """
    if held is None:
        return finder.search(tags, _NOTHING)(0, finder.size, ranges)
    if reserved is None:
        reserved = np.unique(held[held >= 0])
    slots = search_between(finder.search(tags, reserved), finder.size, ranges, held)
    lost = np.flatnonzero(slots[ranges.firsts] < 0)
    if len(lost):
        lost_ranges = SentenceRanges(ranges.firsts[lost], ranges.lengths[lost])
        again = finder.search(tags, _NOTHING)(0, finder.size, lost_ranges)
        slots = np.where(again >= 0, again, slots)
    return slots


def columns_of(slots: Ints) -> Ints:
    """Return the column of each slot, (N,) int64: -1 for places between columns and for none."""
    return np.where((slots >= 0) & (slots % 2 == 1), slots // 2, -1)
