"""Works of ``disputes``, sentences of other works planted among theirs, and what is seen of all."""

import hashlib
import json
import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer

from spacy_citalign.citations.marks.finder import find_citations
from spacy_citalign.components.citation_scopes import citing_sentence
from spacy_citalign.statements.clause import SentenceMark
from spacy_citalign.statements.odd import odd_features
from spacy_citalign.statements.sentences import CitingSentence, touches
from spacy_citalign.words.arrays import Floats
from spacy_citalign.words.english import content_stems

from ..common import data_folder
from .differing import group_rows
from .marks import marked_sentences
from .references import Fits, MadeUpLists

FOLDS = 5


class CitedWork(NamedTuple):
    """A work with the sentences that cite it and their ids; the ids of those a reader found odd."""

    key: str
    title: str
    ids: tuple[str, ...]
    sentences: tuple[CitingSentence, ...]
    odd: frozenset[str] = frozenset()


class Seen(NamedTuple):
    """What is seen of the sentences of some works: features, whether planted, work, id, fits."""

    features: Floats
    planted: np.ndarray
    works: list[str]
    ids: list[str]
    fits: list[Fits]


def disputed_works(file: str = "differs", least: int = 8) -> list[CitedWork]:
    """Return the works of a file that so many articles cite, without mixed ones."""
    folder = data_folder() / "disputes"
    odd = defaultdict(set)
    for one in _records(folder / "odd.jsonl"):
        odd[one["work"]].add(one["id"])
    works = []
    for one in _records(folder / f"{file}.jsonl"):
        if not one.get("mixed") and one["articles"] >= least:
            ids = tuple(citance["id"] for citance in one["citances"])
            sentences = tuple(_sentence(citance) for citance in one["citances"])
            known = frozenset(odd[one["work"]].union(one.get("odd", ())))
            works.append(CitedWork(one["work"], one["title"], ids, sentences, known))
    return works


def _records(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _sentence(citance: dict) -> CitingSentence:
    text = citance["text"]
    own = [SentenceMark(start, end, True) for start, end in citance["marks"]]
    spans = [mark[:2] for mark in own]
    found = (SentenceMark(mark.start, mark.end, False) for mark in find_citations(text))
    marks = [*own, *(mark for mark in found if not touches(spans, mark.start, mark.end))]
    return citing_sentence(text, sorted(marks), article=citance["source"])


def other_works() -> list[CitedWork]:
    """Return the works of the other corpora."""
    works = []
    for row in group_rows():
        ids = tuple(citance["id"] for citance in row["citances"])
        sentences = tuple(
            citing_sentence(text, marks, article=citance.get("citing"))
            for citance, (text, marks) in zip(row["citances"], marked_sentences(row), strict=True)
        )
        works.append(CitedWork(row["target"], row.get("title") or "", ids, sentences))
    return works


def fold_of(key: str) -> int:
    """Return the part of a work in the cross-validation."""
    return int(hashlib.md5(key.encode(), usedforsecurity=False).hexdigest(), 16) % FOLDS


def planted(works: Sequence[CitedWork], seed: int, rate: float) -> Mapping[str, list]:
    """Return the foreign sentences of some works: pairs of id and sentence, by key.

    The id says before it how its work was drawn, "any" or "likest", and which it is.
    """
    draw = random.Random(seed)
    nearest = _likest_titles([work.title for work in works])
    hosts = [number for number, work in enumerate(works) for _ in work.ids]
    foreign: dict[str, list] = defaultdict(list)
    for number in range(round(rate * len(hosts))):
        host = draw.choice(hosts)
        donor = draw.choice([one for one in range(len(works)) if one != host])
        way = "likest" if number % 2 and works[host].title else "any"
        if way == "likest":
            donor = nearest[host]
        own = {sentence.text for sentence in works[host].sentences}
        pairs = [
            (f"{way}\t{works[donor].key}\t{name}", sentence)
            for name, sentence in zip(works[donor].ids, works[donor].sentences, strict=True)
            if sentence.text not in own and name not in works[donor].odd
        ]
        if pairs:
            foreign[works[host].key].append(draw.choice(pairs))
    return foreign


def _likest_titles(titles: Sequence[str]) -> list[int]:
    vectors = TfidfVectorizer(analyzer=content_stems).fit_transform([*titles, "none"])[:-1]
    alike = (vectors @ vectors.T).toarray()
    np.fill_diagonal(alike, -1)
    return alike.argmax(axis=1).tolist()


def seen(
    works: Sequence[CitedWork],
    foreign: Mapping[str, list],
    *,
    titles: bool = True,
    lists: MadeUpLists | None = None,
) -> Seen:
    """Return what is seen of all sentences but those that a reader found odd."""
    features, is_planted, keys, ids, fits = [], [], [], [], []
    for work in works:
        sentences = [*work.sentences, *(sentence for _, sentence in foreign.get(work.key, ()))]
        names = [*work.ids, *(name for name, _ in foreign.get(work.key, ()))]
        places, rows = odd_features(sentences, work.title if titles else "")
        for place, row in zip(places, rows, strict=True):
            if place >= len(work.ids) or names[place] not in work.odd:
                features.append(row)
                is_planted.append(place >= len(work.ids))
                keys.append(work.key)
                ids.append(names[place])
                home, _, name = names[place].rpartition("\t")
                if lists is not None:
                    fits.append(lists.fits(work.key, home.partition("\t")[2] or work.key, name))
    return Seen(np.array(features), np.array(is_planted), keys, ids, fits)
