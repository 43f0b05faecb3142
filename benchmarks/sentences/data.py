"""The texts of the benchmark of sentences: gospels with their parallels, drafts, plain language.

Words are what the component would see: of a blank pipeline of the language with the tokenizer that
ships. Nothing is said of a pair of texts but by its gold: links, or passages that match.

Gold of the gospels (verses are sentences, King James Version):

    Aland        all rows of the synopsis that name both gospels
    in order     those of them that both gospels tell in the same order: of all rows, by where they
                 begin, the heaviest set that goes forward in both, a row weighing as much as the
                 shorter of its passages
    Eusebian     the sections of the canons, which are finer

Documents of ``wiki_manual`` are split by group: the last fifth by the MD5 of its name is test.
"""

import csv
import hashlib
import json
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import spacy
from numpy.typing import NDArray
from spacy.language import Language

from configs.scripts.verse_pairs import held_out, read_verses
from spacy_citalign.components.readers.sentence_corpora import pair_doc
from spacy_citalign.components.sentences.words import text_sentences
from spacy_citalign.components.tokenizer import scientific_tokenizer
from spacy_citalign.corpora.text_pairs import AlignedTexts
from spacy_citalign.sentences.features import heaviest_chain

from ..common import data_folder

Ints = NDArray[np.int64]
Words = list[list[str]]
Passages = list[tuple[Ints, Ints]]
ENGLISH, GERMAN = "en", "de"
FILES = {ENGLISH: "argrewrite2", GERMAN: "deplain_web"}
ALAND, IN_ORDER, EUSEBIAN = GOLDS = ("Aland", "Aland, rows in order", "Eusebian")
CALIBRATED_ON = ("Matthew", "Mark")
TESTED_ON = (("Matthew", "Luke"), ("Mark", "Luke"))
FOLDS = 5


class Case(NamedTuple):
    """Two texts with gold links.

    Attributes:
        id: of the pair.
        group: what stays together in splits and in samples.
        source: the corpus, or a part of it.
        texts: the sentences of both as strings.
        first, second: as words.
        links: (K, 2) int64.
    """

    id: str
    group: str
    source: str
    texts: AlignedTexts
    first: Words
    second: Words
    links: Ints


class Split(NamedTuple):
    """Documents to learn from and to test on, by language."""

    train: dict[str, list[Case]]
    test: dict[str, list[Case]]


def blank(language: str) -> Language:
    """Return a blank pipeline of a language with the tokenizer that ships."""
    nlp = spacy.blank(language)
    nlp.tokenizer = scientific_tokenizer(nlp.vocab)
    return nlp


tokenizing = cache(blank)
"""The same, one for each language."""


def make_case(record: dict[str, Any], group: str, source: str) -> Case:
    """Make a case of a pair as it stands in a file of pairs."""
    links = tuple((i, j) for i, j in record["links"])
    sentences = tuple(record["a"]), tuple(record["b"])
    texts = AlignedTexts(record["id"], record["lang"], *sentences, links, None)
    first, second = text_sentences(pair_doc(tokenizing(record["lang"]), texts))
    gold = np.array(links, dtype=np.int64).reshape(-1, 2)
    return Case(record["id"], group, source, texts, first.words, second.words, gold)


@cache
def verses(version: str) -> dict[str, dict[tuple[int, int], str]]:
    """Return a translation of the gospels by book and reference: ``kjv`` or ``web``."""
    return read_verses(data_folder() / "gospels" / f"{version}.tsv")


def gospels(first: tuple[str, str], second: tuple[str, str]) -> Case:
    """Return two gospels, each named by version and book; verses of one reference are linked."""
    left, right = (verses(version)[book] for version, book in (first, second))
    numbers = {place: number for number, place in enumerate(right)}
    links = [[i, numbers[place]] for i, place in enumerate(left) if place in numbers]
    name = " - ".join([*first, *second])
    texts = {"a": list(left.values()), "b": list(right.values())}
    record = {"id": name, "lang": ENGLISH, "links": links} | texts
    return make_case(record, name, "gospels")


def passages(first: str, second: str, gold: str) -> Passages:
    """Return which verses of two gospels match: numbers of verses of both, some pairs twice."""
    if gold == EUSEBIAN:
        return list(_eusebian(first, second))
    rows = list(_aland(first, second))
    return rows if gold == ALAND else in_order(rows)


def in_order(rows: Passages) -> Passages:
    """Return the heaviest set of passages that goes forward in both texts."""
    heaviest: dict[tuple[int, int], tuple[Ints, Ints]] = {}
    for row in sorted(rows, key=_weight):
        heaviest[int(row[0][0]), int(row[1][0])] = row
    places = np.array(sorted(heaviest), dtype=np.int64).reshape(-1, 2)
    ordered = [heaviest[i, j] for i, j in places.tolist()]
    weights = np.array([_weight(row) for row in ordered], dtype=np.float64)
    return [ordered[n] for n in heaviest_chain(places[:, 0], places[:, 1], weights).tolist()]


@cache
def documents(language: str) -> list[Case]:
    """Return the pairs of documents of a language."""
    file = data_folder() / "wiki_manual" / f"{FILES[language]}.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines()
    records = [json.loads(line) for line in lines]
    return [make_case(record, record["group"], record["source"]) for record in records]


def splits(*, dev: bool) -> list[Split]:
    """Return train and test; in development five folds of train."""
    train, test = {}, {}
    for language in FILES:
        cases = documents(language)
        held = held_out(one.group for one in cases)
        train[language] = [one for one in cases if one.group not in held]
        test[language] = [one for one in cases if one.group in held]
    if not dev:
        return [Split(train, test)]
    parts = [
        {
            language: [one for one in cases if _fold(one) == fold]
            for language, cases in train.items()
        }
        for fold in range(FOLDS)
    ]
    return [
        Split(
            {
                language: [one for own in parts if own is not part for one in own[language]]
                for language in FILES
            },
            part,
        )
        for part in parts
    ]


def _fold(one: Case) -> int:
    return int(hashlib.md5(one.group.encode()).hexdigest(), 16) % FOLDS


def _weight(row: Sequence[Ints]) -> int:
    return min(map(len, row))


def _aland(first: str, second: str) -> Iterator[tuple[Ints, Ints]]:
    rows: dict[str, dict[str, list[Ints]]] = {}
    for row in _table("aland_ranges"):
        start, end = (
            (int(row[f"chapter_{side}"]), int(row[f"verse_{side}"])) for side in ("from", "to")
        )
        book = row["book"]
        rows.setdefault(row["number"], {}).setdefault(book, []).append(_numbers(book, start, end))
    for books in rows.values():
        if first in books and second in books:
            yield from _both(*(np.unique(np.concatenate(books[book])) for book in (first, second)))


def _eusebian(first: str, second: str) -> Iterator[tuple[Ints, Ints]]:
    sections = {}
    for row in _table("eusebian_sections"):
        start, end = (tuple(map(int, row[side].split("."))) for side in ("from", "to"))
        sections[row["book"], row["section"]] = _numbers(row["book"], start, end)
    for row in _table("eusebian_canons"):
        names = [(book, row[book.lower()]) for book in (first, second)]
        if all(section for _, section in names):
            yield from _both(*(sections[name] for name in names))


def _both(first: Ints, second: Ints) -> Iterator[tuple[Ints, Ints]]:
    if len(first) and len(second):
        yield first, second


def _numbers(book: str, start: tuple[int, ...], end: tuple[int, ...]) -> Ints:
    """Return the numbers of the verses from one reference to another."""
    inside = [start <= place <= end for place in verses("kjv").get(book, ())]
    return np.flatnonzero(inside)


def _table(name: str) -> list[dict[str, str]]:
    file = data_folder() / "gospels" / f"{name}.tsv"
    with file.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines, delimiter="\t"))
