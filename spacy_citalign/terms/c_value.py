"""C-value: the termhood of strings by their frequency outside of longer candidates.

Frantzi, Ananiadou & Mima (2000), "Automatic recognition of multi-word terms: the C-value/NC-value
method", International Journal on Digital Libraries 3, section 2; here without any threshold of
frequency, as Chang & Wu (2009) use it. The steps: `find_candidates`, `c_values`, `mark_terms`.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from ..words.arrays import Bools, Ints
from .noun_phrases import PUBLISHED, TermFilter, candidate_spans
from .texts import Span, TaggedSentence

Term = tuple[str, ...]
"""The lower-cased words of a term."""

Documents = Sequence[Sequence[TaggedSentence]]


class Collection(NamedTuple):
    """Documents as one row of words.

    Attributes:
        words: the N words as written.
        tags: the tag of each.
        lengths: (C,) int64, words of each sentence.
        bounds: (D + 1,) int64, where each document begins; the last entry is N.
    """

    words: list[str]
    tags: list[str]
    lengths: Ints
    bounds: Ints


class CandidateTerms(NamedTuple):
    """The occurrences of candidate terms in a collection.

    Attributes:
        spans: (K, 2) int64, half-open word ranges in the collection; no two are the same.
        terms: (K,) int64, the row of each occurrence's form.
        forms: the form of each of the T terms.
        elliptic: (K,) bool, whether the span holds other words than the form's ("x" of "x y" in
            "x and z y"), so that it holds no other candidate.
        bounds: (D + 1,) int64, where each document begins.
    """

    spans: Ints
    terms: Ints
    forms: list[Term]
    elliptic: Bools
    bounds: Ints


class Counts(NamedTuple):
    """Counts that C-value is computed from, each (T,) int64.

    Attributes:
        frequency: f(a), all occurrences.
        nested: t(a), occurrences inside of a longer candidate.
        containers: c(a), distinct longer candidates that an occurrence stands in.
    """

    frequency: Ints
    nested: Ints
    containers: Ints


def collect(documents: Documents) -> Collection:
    """Write all sentences of all documents into one row."""
    words: list[str] = []
    tags: list[str] = []
    lengths, bounds = [], [0]
    for document in documents:
        for sentence in document:
            words += sentence.words
            tags += sentence.tags
            lengths.append(len(sentence.words))
        bounds.append(len(words))
    return Collection(words, tags, np.array(lengths, np.int64), np.array(bounds, np.int64))


def find_candidates(documents: Documents, rules: TermFilter = PUBLISHED) -> CandidateTerms:
    """Return all that passes a filter, nested strings too; case is ignored."""
    collection = collect(documents)
    spans = candidate_spans(collection.tags, collection.lengths, rules)
    lower = [word.lower() for word in collection.words]
    rows: dict[Term, int] = {}
    terms = [rows.setdefault(tuple(lower[a:b]), len(rows)) for a, b in spans.tolist()]
    return CandidateTerms(
        spans,
        np.array(terms, np.int64),
        list(rows),
        np.zeros(len(spans), dtype=bool),
        collection.bounds,
    )


def count_nested(candidates: CandidateTerms) -> Counts:
    """Return the counts of every term.

    An occurrence is nested if the span of a longer candidate, of another form, holds it.
    Time is linear in occurrences times the cube of the longest candidate (10 words by default).
    """
    spans, terms, forms, elliptic, bounds = candidates
    count = len(forms)
    sizes = spans[:, 1] - spans[:, 0]
    complete = np.flatnonzero(~elliptic)
    longest = int(sizes[complete].max(initial=0))
    at = np.full((longest + 1, int(bounds[-1]) + 1), -1, dtype=np.int64)
    at[sizes[complete], spans[complete, 0]] = complete
    nested = np.zeros(len(spans), dtype=bool)
    pairs = [np.empty(0, dtype=np.int64)]
    for size in range(2, longest + 1):
        outer = complete[sizes[complete] == size]
        pairs_of_size = [np.empty(0, dtype=np.int64)]
        for inner_size in range(1, size):
            for offset in range(size - inner_size + 1):
                inner = at[inner_size, spans[outer, 0] + offset]
                holds = (inner >= 0) & (terms[inner] != terms[outer])
                nested[inner[holds]] = True
                pairs_of_size.append(terms[outer[holds]] * count + terms[inner[holds]])
        pairs.append(np.unique(np.concatenate(pairs_of_size)))
    distinct = np.unique(np.concatenate(pairs))
    return Counts(
        np.bincount(terms, minlength=count),
        np.bincount(terms[nested], minlength=count),
        np.bincount(distinct % max(count, 1), minlength=count),
    )


def c_values(candidates: CandidateTerms, *, smoothing: float = 0.0) -> dict[Term, float]:
    """Return the C-value of every candidate term.

    C-value(a) = log2(|a| + smoothing) * (f(a) - t(a) / c(a)), the last part only if c(a) > 0.

    The printed formula has the sum of f(b) over the longer candidates b in place of t(a); the
    published algorithm and its table leave out what was counted in a still longer one, so that
    t(a) is the number of a's occurrences that are nested. So is it here. Where two candidates
    overlap and both hold the same occurrence ("u x of y z of v" and "y z"), it counts once.

    Args:
        candidates: of the whole collection.
        smoothing: added to the number of words. 0 as published, so that a single word has 0
            always; 1 gives it the weight 1; a small constant ranks it below multiword terms.

    >>> sentence = TaggedSentence(["Fast", "tree", "search"], ["JJ", "NN", "NN"])
    >>> again = TaggedSentence(["Tree", "search"], ["NN", "NN"])
    >>> for term, value in c_values(find_candidates([[sentence, again]])).items():
    ...     print(" ".join(term), round(value, 2))
    fast tree 0.0
    fast tree search 1.58
    tree search 1.0
    """
    frequency, nested, containers = count_nested(candidates)
    sizes = np.fromiter(map(len, candidates.forms), np.int64, len(candidates.forms))
    values = np.log2(sizes + smoothing) * (frequency - nested / np.maximum(containers, 1))
    return dict(zip(candidates.forms, values.tolist(), strict=True))


def mark_terms(candidates: CandidateTerms, values: Mapping[Term, float]) -> list[list[Span]]:
    """Return the spans of terms with a value above 0, for each document.

    Longest first, of equal length the left one first; none overlaps another.

    Args:
        candidates: occurrences in the documents, those that gave the values or others.
        values: by form; what has none is no term.

    Returns:
        Half-open word ranges of each document, ascending.
    """
    chosen = np.array([values.get(form, 0.0) > 0 for form in candidates.forms], dtype=bool)
    spans = candidates.spans[chosen[candidates.terms]] if len(chosen) else candidates.spans
    order = np.lexsort((spans[:, 0], spans[:, 0] - spans[:, 1]))
    kept = _disjoint(spans[order].tolist(), int(candidates.bounds[-1]))
    return _by_document(kept, candidates.bounds[:-1])


def _by_document(spans: list[list[int]], starts: Ints) -> list[list[Span]]:
    """Return spans of the collection as spans of the documents that begin at ``starts``."""
    by_document: list[list[Span]] = [[] for _ in starts]
    first = np.array([a for a, _ in spans], dtype=np.int64)
    owners = np.searchsorted(starts, first, side="right") - 1
    for (a, b), owner in zip(spans, owners.tolist(), strict=True):
        by_document[owner].append((a - int(starts[owner]), b - int(starts[owner])))
    return by_document


def _disjoint(spans: list[list[int]], size: int) -> list[list[int]]:
    """Return the spans that overlap none before them in the list, ascending."""
    taken = bytearray(size)
    kept = []
    for a, b in spans:
        # No span is shorter than those after it, so one that overlaps covers an end of it.
        if not (taken[a] or taken[b - 1]):
            taken[a:b] = b"\1" * (b - a)
            kept.append([a, b])
    return sorted(kept)
