"""Sentences that cannot both be right: reverse directions and unlike numbers.

``disputes/directions.jsonl`` has pairs of sentences of one work, half of which are look-alikes: a
mutant against its gene, another species, a range that holds the value. The rules were written from
knowledge of the field, and while they were written these pairs were in view; nothing is fitted.

What a reader of a page sees is measured apart: all that is found in the works of
``disputes/differs.jsonl``, in those of CRAFT's and of the tulsi articles, and in the groups of
``citation_integrity`` and ``scisumm``. Last, the sentences of all these works are compared as if
they were of one, which is a hundred times as many pairs, and so are those of 4,297 abstracts of
MEDLINE. ``gold/directions.json`` says of each pair that was found and read whether the two cannot
both be right.
"""

import gzip
import json
import re
import tarfile
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from spacy_citalign.statements.conflicts import DIRECTION, NUMBER, Conflict, find_conflicts

from ..common import data_folder
from ..recording import Table
from .differing import craft_rows, group_rows
from .works import GOLD

KINDS = (DIRECTION, NUMBER)
_SENTENCE_END = re.compile(r"(?<=[a-z0-9)\]]\.) (?=[A-Z])")


class Citing(NamedTuple):
    """A citing sentence: its id, the citing article and its text."""

    id: str
    article: str
    text: str


def directions() -> list[Table]:
    """Return tables of precision and recall, and of what is found in works."""
    return [_open_pairs(), _found_in_works()]


def _open_pairs() -> Table:
    path = data_folder() / "disputes" / "directions.jsonl"
    pairs = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    told = [(pair, bool(find_conflicts([pair["a"]["text"], pair["b"]["text"]]))) for pair in pairs]
    rows = []
    for name, kinds in ((DIRECTION, {DIRECTION}), (NUMBER, {NUMBER}), ("both", {*KINDS})):
        of_kind = [(pair, found) for pair, found in told if pair["kind"] in kinds]
        gold = sum(pair["label"] == "CONFLICT" for pair, _ in of_kind)
        found = sum(found for _, found in of_kind)
        right = sum(found and pair["label"] == "CONFLICT" for pair, found in of_kind)
        works = len({pair["work"] for pair, _ in of_kind if pair["label"] == "CONFLICT"})
        figures = [len(of_kind), gold, works, found, right]
        rows.append([name, *map(str, figures), _share(right, found), _share(right, gold)])
    columns = ["kind", "pairs", "conflicts", "in works", "found", "right", "P", "R"]
    note = "These pairs were in view while the rules were written: others will be found less well."
    return Table("Open pairs of sentences of one work", columns, rows, [note])


def _found_in_works() -> Table:
    labels = {
        (one["kind"], *sorted(one["ids"])): one["label"]
        for one in json.loads((GOLD / "directions.json").read_text(encoding="utf-8"))
    }
    rows, everything = [], []
    for name, groups in _collections():
        everything += [citing for group in groups for citing in group]
        rows.append([name, *_row(groups, labels)])
    once = [*{citing.text: citing for citing in everything}.values()]
    rows.append(["all as if of one work", *_row([once], labels)])
    rows.append(["MEDLINE as if of one work", *_row([_abstracts()], labels)])
    columns = ["works", "number", "sentences", "of direction", "of number", "right", "P", "ms each"]
    note = "Pairs that nobody has read count as wrong. One time is of one sentence, with its pairs."
    return Table("What is found in works", columns, rows, [note])


def _row(groups: Iterable[list[Citing]], labels: dict[tuple[str, ...], int]) -> list[str]:
    groups = [*groups]
    start = time.perf_counter()
    found = [
        (
            conflict.kind,
            *sorted(group[place.text].id for place in (conflict.first, conflict.second)),
        )
        for group in groups
        for conflict in _conflicts(group)
    ]
    seconds = time.perf_counter() - start
    sentences = sum(map(len, groups))
    counts = [sum(kind == one[0] for one in found) for kind in KINDS]
    right = sum(labels.get(one, 0) for one in found)
    figures = [len(groups), sentences, *counts, right]
    return [*map(str, figures), _share(right, len(found)), f"{1000 * seconds / sentences:.2f}"]


def _conflicts(group: list[Citing]) -> list[Conflict]:
    return find_conflicts(
        [citing.text for citing in group], articles=[citing.article for citing in group]
    )


def _collections() -> Iterator[tuple[str, list[list[Citing]]]]:
    path = data_folder() / "disputes" / "differs.jsonl"
    disputes = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    yield "disputes, open half", _groups(disputes)
    yield "CRAFT", _groups(craft_rows())
    yield "tulsi", _groups(_tulsi_rows())
    yield "citation_integrity, scisumm", _groups(group_rows())


def _tulsi_rows() -> list[dict[str, Any]]:
    import spacy

    from spacy_citalign.app.answers.answer_options import AnswerOptions
    from spacy_citalign.app.answers.harvesting import harvest
    from spacy_citalign.inputs.records import Reading

    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(data_folder() / "articles_tulsi" / "articles.tar.xz") as archive:
            archive.extractall(folder, filter="data")
        groups = harvest(
            [Path(folder)],
            spacy.load("spacy_citalign"),
            AnswerOptions(reading=Reading(), n_process=1),
        ).groups
        return [json.loads(group.line) for group in groups]


def _abstracts() -> list[Citing]:
    """Return the sentences of abstracts, an article each."""
    path = data_folder() / "unlabelled" / "medline_abstracts.txt.gz"
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [
            Citing(f"{number}:{place}", str(number), sentence)
            for number, line in enumerate(file)
            for place, sentence in enumerate(_SENTENCE_END.split(line.strip()))
        ]


def _groups(rows: Iterable[dict[str, Any]]) -> list[list[Citing]]:
    """Return the works that two sentences and more cite."""
    groups = [
        [
            Citing(one["id"], one.get("source") or one.get("citing") or one["id"], one["text"])
            for one in row["citances"]
        ]
        for row in rows
    ]
    return [group for group in groups if len(group) > 1]


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.2f}" if whole else ""
