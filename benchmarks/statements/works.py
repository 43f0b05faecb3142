"""The works of the gold: their citing sentences, and the statements that readers wrote down."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ..common import data_folder

GOLD = Path(__file__).parent / "gold"
CORPORA = ("citation_integrity/citances", "scisumm/citances", "scisumm/scisummnet_citances")
MOST = 7  # statements of a work that count
OVERLAP = 0.4
Sets = Sequence[frozenset[int]]


class Work(NamedTuple):
    """A work with the sentences that cite it.

    Attributes:
        key: in its corpus.
        title: "" where unknown.
        texts: the sentences.
        articles: what the citing article of each is called, None where unknown.
        readings: the statements of each reader, sentences counted from 0.
        differing: the sentences that differ from the work, by the first reader.
    """

    key: str
    title: str
    texts: tuple[str, ...]
    articles: tuple[str | None, ...]
    readings: tuple[Sets, ...]
    differing: frozenset[int]


def read_works(*, dev: bool) -> list[Work]:
    """Return the works for tuning, or those for figures."""
    records = json.loads((GOLD / "works.json").read_text(encoding="utf-8"))
    wanted = {one["work"]: one for one in records if one["split"] == ("dev" if dev else "test")}
    rows: dict[str, dict[str, Any]] = {}
    for corpus in CORPORA:
        path = data_folder() / f"{corpus}.jsonl"
        for row in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
            if row["target"] in wanted:
                rows[row["target"]] = row
    return [_work(rows[key], record) for key, record in wanted.items()]


def _work(row: dict[str, Any], record: dict[str, Any]) -> Work:
    readings = [
        [frozenset(number - 1 for number in statement["sentences"]) for statement in reading]
        for reading in record["readings"]
    ]
    return Work(
        row["target"],
        row.get("title") or "",
        tuple(citance["text"] for citance in row["citances"]),
        tuple(citance.get("citing") for citance in row["citances"]),
        tuple(readings),
        frozenset(number - 1 for number in record["differing"]),
    )


def found(system: Sets, gold: Sets) -> int:
    """Return how many statements of readers a system has found, each once, by overlap.

    >>> found([frozenset({1, 2}), frozenset({5})], [frozenset({1, 2, 3}), frozenset({2})])
    1
    """
    pairs = sorted(
        (
            (len(ours & theirs) / len(ours | theirs), -i, -j)
            for i, ours in enumerate(system[:MOST])
            for j, theirs in enumerate(gold)
            if ours | theirs
        ),
        reverse=True,
    )
    taken: set[tuple[str, int]] = set()
    for overlap, i, j in pairs:
        if overlap >= OVERLAP and not {("ours", i), ("theirs", j)} & taken:
            taken |= {("ours", i), ("theirs", j)}
    return len(taken) // 2


def score(pairs: Iterable[tuple[Sets, Sets]]) -> tuple[float, float, int]:
    """Return precision, recall and the number of statements of a system over works."""
    hits = ours = theirs = 0
    for system, gold in pairs:
        hits += found(system, gold)
        ours += min(len(system), MOST)
        theirs += len(gold)
    return hits / max(ours, 1), hits / max(theirs, 1), ours
