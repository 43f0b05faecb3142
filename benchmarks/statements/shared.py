"""Statements: this package, the second reader, LexRank, the largest classes, chance."""

from collections.abc import Callable
from itertools import combinations

import networkx
import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer
from spacy.language import Language

import spacy_citalign

from ..recording import Table
from .works import MOST, Sets, Work, read_works, score

_SIMILAR = 0.1  # cosine from which on LexRank's sentences are linked
_SUPPORTING = 0.15  # cosine to a central sentence from which on a sentence supports it
_DRAWS = 1000
System = Callable[[Work], Sets]


def shared(nlp: Language, *, dev: bool) -> list[Table]:
    """Return a table of all systems, for all works and for those of each field."""
    works = read_works(dev=dev)
    rows = {work.key: _aligned(nlp, work) for work in works}
    systems: dict[str, System] = {
        "statements": lambda work: [
            frozenset(one["citances"]) for one in rows[work.key].statements
        ],
        "sets of two and three classes": lambda work: _covering(rows[work.key]),
        "largest classes": lambda work: _largest(rows[work.key]),
        "LexRank": _lexrank,
        "five at random": _random,
    }
    tables = []
    for name, chosen in (
        ("all", works),
        ("biomedicine", [work for work in works if work.key.startswith("citint")]),
        ("computing", [work for work in works if not work.key.startswith("citint")]),
    ):
        lines = [_line(label, system, chosen) for label, system in systems.items()]
        twice = [work for work in chosen if len(work.readings) > 1]
        if twice:
            lines.append(_line("second reader", lambda work: work.readings[1], twice))
        sentences = sum(len(work.texts) for work in chosen)
        note = (
            f"Works: {len(chosen)}, read twice: {len(twice)}; sentences: {sentences}; "
            f"statements: {sum(len(work.readings[0]) for work in chosen)}"
        )
        columns = ["system", "P", "R", "F", "95 % of F", "statements"]
        tables.append(Table(name, columns, lines, [note]))
    return tables


def _aligned(nlp: Language, work: Work) -> object:
    doc = spacy_citalign.join(work.texts, nlp=nlp, labels=work.key)
    if None not in work.articles:
        doc.spans["citances"].attrs["records"] = [{"source": name} for name in work.articles]
    return nlp(doc)._.citance_alignment


def _line(label: str, system: System, works: list[Work]) -> list[str]:
    pairs = [(system(work), work.readings[0]) for work in works]
    precision, recall, count = score(pairs)
    rng = np.random.default_rng(0)
    draws = [
        _f(*score([pairs[i] for i in rng.integers(0, len(pairs), len(pairs))])[:2])
        for _ in range(_DRAWS)
    ]
    low, high = np.percentile(draws, [2.5, 97.5])
    f = _f(precision, recall)
    interval = f"{low:.2f}-{high:.2f}"
    return [label, f"{precision:.3f}", f"{recall:.3f}", f"{f:.3f}", interval, str(count)]


def _f(precision: float, recall: float) -> float:
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def _supports(alignment) -> list[tuple[frozenset[int], dict]]:
    return [
        (frozenset(member["citance"] for member in one["members"]), one)
        for one in alignment.classes
    ]


def _largest(alignment) -> Sets:
    """Return the sentences of the classes that stand in most: the first rows of a table."""
    ranked = sorted(_supports(alignment), key=lambda one: -len(one[0]))
    return [places for places, _ in ranked[:MOST]]


def _covering(alignment) -> Sets:
    """Return greedy covering by two or three classes of content that stand together."""
    content = [(places, one) for places, one in _supports(alignment) if one["kind"] == "content"]
    total = len(alignment.citances)
    weighed = [(places, np.log(total / len(places))) for places, _ in content]
    candidates = []
    for size in (2, 3):
        for chosen in combinations(weighed, size):
            places = frozenset.intersection(*(one[0] for one in chosen))
            if len(places) >= 2:
                candidates.append((places, sum(one[1] for one in chosen)))
    covered: set[int] = set()
    statements: list[frozenset[int]] = []
    while candidates and len(statements) < MOST:
        best = max(candidates, key=lambda one: len(one[0] - covered) ** 0.7 * one[1])
        if len(best[0] - covered) < 2:
            break
        statements.append(best[0])
        covered |= best[0]
    return statements


def _lexrank(work: Work) -> Sets:
    """Return LexRank's most central sentences, each with those that are like it.

    Erkan G, Radev DR (2004) LexRank: graph-based lexical centrality as salience in text
    summarization. JAIR 22, pages 457-479.
    """
    weights = TfidfVectorizer(stop_words="english", sublinear_tf=True).fit_transform(work.texts)
    similarity = (weights @ weights.T).toarray()
    graph = networkx.from_numpy_array(similarity >= _SIMILAR)
    rank = networkx.pagerank(graph)
    statements: list[frozenset[int]] = []
    for sentence in sorted(rank, key=lambda one: -rank[one]):
        like = frozenset(np.flatnonzero(similarity[sentence] >= _SUPPORTING).tolist())
        # A central sentence that says what an earlier one does is left out.
        if all(len(like & one) < len(like | one) / 2 for one in statements):
            statements.append(like)
    return statements[:5]


def _random(work: Work) -> Sets:
    rng = np.random.default_rng(len(work.texts))
    return [
        frozenset(rng.choice(len(work.texts), min(5, len(work.texts)), replace=False).tolist())
        for _ in range(5)
    ]
