"""Which references of different articles are one work, beside identifiers alone.

Wrong are pairs of references of two works that are put together, lost those of one work that are
not. References are made (``generated_references``), or those of
``disputes/merged_references.jsonl``, which wrong identifiers tie together: there, two are one work
if first author and year are the same, and the titles but for case, punctuation and blanks. Last,
the reference lists of real articles: what parts and joins beside identifiers alone, told by its
cause; ``--show`` prints the references.
"""

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence
from itertools import combinations
from typing import Any

from spacy_citalign.citations.works.same_works import WorkIndex
from spacy_citalign.citations.works.work_agreement import Title, dois_differ, titles_agree
from spacy_citalign.citations.works.work_names import WorkNames, normal_name, work_names
from spacy_citalign.inputs.article_files import article_files, read_file
from spacy_citalign.inputs.articles import Article
from spacy_citalign.inputs.records import Reading

from ..common import data_folder
from ..recording import Table
from .generated_references import KINDS, generated

SEEDS = 100
COLLECTIONS = {
    "tulsi": ("articles_tulsi", "articles.tar.xz"),
    "CRAFT": ("craft", "nxml"),
}
_FIELDS = ("doi", "pmid", "pmcid", "arxiv", "first_author", "year", "title", "source")
Record = dict[str, Any]


def merging_tables(show: bool) -> tuple[list[Table], bool]:
    """Return the tables, and whether no references are put together or kept apart wrongly."""
    rows = []
    for kind in KINDS:
        cases = [generated(kind, seed) for seed in range(SEEDS)]
        rows.append(
            _row(
                kind,
                [[one.record for one in case] for case in cases],
                [[one.work for one in case] for case in cases],
            )
        )
    real = _merged_references()
    rows.append(_row("real, tied by wrong identifiers", [real], [[_told(one) for one in real]]))
    header = [
        "references",
        "count",
        "pairs of one work",
        "wrong",
        "lost",
        "identifiers alone: wrong",
        "lost",
    ]
    note = f"Generated kinds: {SEEDS} lists each."
    tables = [Table("References put together:", header, rows, [note])]
    changes = [_changes(name, show) for name in COLLECTIONS]
    header = ["articles", "references", "works", "identifiers alone", *CAUSES]
    tables.append(
        Table(
            "Real articles, works that part or join beside identifiers alone, by cause:",
            header,
            changes,
        )
    )
    return tables, all(row[3] == row[4] == "0" for row in rows)


def _row(name: str, cases: Sequence[Sequence[Record]], gold: Sequence[Sequence[str]]) -> list[str]:
    """Return what is wrong and lost in some lists of references."""
    together = wrong = lost = before_wrong = before_lost = 0
    for records, works in zip(cases, gold, strict=True):
        new, old = _partition(records), _by_identifiers(records)
        for one, other in combinations(range(len(records)), 2):
            is_one = works[one] == works[other]
            together += is_one
            wrong += not is_one and new[one] == new[other]
            lost += is_one and new[one] != new[other]
            before_wrong += not is_one and old[one] == old[other]
            before_lost += is_one and old[one] != old[other]
    counts = (sum(map(len, cases)), together, wrong, lost, before_wrong, before_lost)
    return [name, *(f"{count:,}" for count in counts)]


def _partition(records: Sequence[Record]) -> list[int]:
    """Return for each reference the number of its work."""
    index: WorkIndex[int] = WorkIndex()
    for number, record in enumerate(records):
        index.add(f"reference {number}", record, number)
    home = {one: place for place, group in enumerate(index.groups()) for one in group.items}
    return [home[number] for number in range(len(records))]


def _by_identifiers(records: Sequence[Record]) -> list[int]:
    """Return the same as identifiers alone have it, as version 0.2.0 had.

    Works of one name are united where all of them together have one identifier of each kind.
    """
    homes = list(range(len(records)))

    def home(number: int) -> int:
        while homes[number] != number:
            number = homes[number]
        return number

    first: dict[Hashable, int] = {}
    names = [_plain_names(record) for record in records]
    for number, (identifiers, name) in enumerate(names):
        for value in identifiers or [name or number]:
            homes[home(number)] = home(first.setdefault(value, number))
    known: defaultdict[int, set[Hashable]] = defaultdict(set)
    alike: defaultdict[str, list[int]] = defaultdict(list)
    for number, (identifiers, name) in enumerate(names):
        known[home(number)].update(identifiers)
        if name:
            alike[name].append(number)
    for _, numbers in sorted(alike.items()):
        roots = list(dict.fromkeys(map(home, numbers)))
        together = set().union(*(known[root] for root in roots))
        if len({kind for kind, _ in together}) == len(together):
            for root in roots:
                homes[root] = roots[0]
            known[roots[0]] = together
    return [home(number) for number in range(len(records))]


def _plain_names(record: Record) -> tuple[list[tuple[str, str]], str]:
    """Return identifiers in small letters, and author, year and title where all are there."""
    identifiers = [(kind, record[kind].lower()) for kind in _FIELDS[:4] if record.get(kind)]
    parts = [normal_name(record.get(field, "")) for field in ("first_author", "year", "title")]
    return identifiers, " ".join(parts) if all(parts) else ""


def _merged_references() -> list[Record]:
    file = data_folder() / "disputes" / "merged_references.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines()
    return [{field: json.loads(line).get(field, "") for field in _FIELDS} for line in lines]


def _told(record: Record) -> str:
    """Return the work of a reference as author, year and title tell it."""
    parts = (normal_name(record[field]) for field in ("first_author", "year", "title"))
    return " ".join(part.replace(" ", "") for part in parts)


def _references(collection: str) -> list[tuple[str, Record]]:
    """Return the references of articles, each with its name."""
    folder, name = COLLECTIONS[collection]
    found = {}
    for file in article_files([data_folder() / folder / name]):
        for _, article in read_file(file, Reading()):
            if isinstance(article, Article):
                for work in article.works:
                    known = {field: getattr(work, field) for field in _FIELDS}
                    record = {field: value for field, value in known.items() if value}
                    found[f"{article.id}#{work.id}#{work.number}"] = record
    return list(found.items())


CAUSES = [
    "part: unlike titles",
    "part: other DOIs",
    "part: tied by such a reference",
    "join: particles",
    "join: spelling of the DOI",
    "join: else",
]


def _changes(collection: str, show: bool) -> list[str]:
    """Return how many works part and join, by cause."""
    named = _references(collection)
    records = [record for _, record in named]
    new, old = _partition(records), _by_identifiers(records)
    names = [work_names(record) for record in records]
    causes: Counter[str] = Counter()
    for one, other in _differing(old, new):
        cause = _why_parted(names[one], names[other])
        causes[cause] += 1
        _print(show, cause, named[one], named[other])
    for one, other in _differing(new, old):
        cause = _why_joined(records[one], records[other], names[one], names[other])
        causes[cause] += 1
        _print(show, cause, named[one], named[other])
    counts = (len(records), len(set(new)), len(set(old)), *(causes[cause] for cause in CAUSES))
    return [collection, *(f"{count:,}" for count in counts)]


def _differing(together: Sequence[int], apart: Sequence[int]) -> Iterable[tuple[int, int]]:
    """Yield a pair of references for each two works on one side that are one on the other."""
    first: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for number, (work, part) in enumerate(zip(together, apart, strict=True)):
        first[work].setdefault(part, number)
    for parts in first.values():
        yield from combinations(parts.values(), 2)


def _why_parted(one: WorkNames, other: WorkNames) -> str:
    if not titles_agree(Title.of(one), Title.of(other)):
        return CAUSES[0]
    dois = [dict(names.identifiers).get("doi") for names in (one, other)]
    return CAUSES[1] if all(dois) and dois_differ(*map(str, dois)) else CAUSES[2]


def _why_joined(one: Record, other: Record, names: WorkNames, other_names: WorkNames) -> str:
    same = {names.name, names.joined} & {other_names.name, other_names.joined} - {""}
    if same and not names.identifiers + other_names.identifiers:
        return CAUSES[3]
    doi, other_doi = (dict(some.identifiers).get("doi") for some in (names, other_names))
    return CAUSES[4] if doi and doi == other_doi and one["doi"] != other["doi"] else CAUSES[5]


def _print(show: bool, cause: str, *references: tuple[str, Record]) -> None:
    if show:
        print(cause, *references, sep="\n    ", file=sys.stderr)
