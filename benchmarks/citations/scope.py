"""Which words of a sentence belong to a mark of citation: readers, the whole sentence, the rules.

``citation_scope`` has up to ten annotations of a citance; a scope of a system is scored against
each, by F of words without marks of citation, and the mean over annotations and citances is told.
``answers`` has the words that say a claim of the work, which are fewer than those in its scope, of
biology and of computing; the union over the claims of a sentence is taken. Of these only sentences
are counted that say a claim.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
import spacy

from spacy_citalign.citations.marks.finder import find_citations
from spacy_citalign.citations.marks.mark_groups import group_extents
from spacy_citalign.citations.scope.word_scope import find_scope

from ..common import data_folder
from ..recording import Table

Span = tuple[int, int]
_WORD = re.compile(r"[^\W_]+(?:['\u2019-][^\W_]+)*")
COLUMNS = ("citances", "of", "system", "F", "several groups", "F of these", "F of others")


class Citance(NamedTuple):
    """A sentence with its marks, and the words that readers gave to those of the work.

    Attributes:
        text: the sentence.
        marks: half-open characters, and whether a mark is of the work.
        groups: of marks.
        readings: words by each reader, as where they begin; words of other sentences are negative.
    """

    text: str
    marks: list[tuple[int, int, bool]]
    groups: list[Span]
    readings: list[set[int]]

    def words(self, spans: Sequence[Span]) -> set[int]:
        """Return the words that touch some spans, without marks."""
        return _words(self.text, spans, self.groups)


def scope_tables() -> list[Table]:
    """Return the table."""
    systems: dict[str, Callable[[Citance], Sequence[Span]]] = {
        "the whole sentence": lambda one: [(0, len(one.text))],
        "to the own mark from the one before": _between,
        "rules": lambda one: find_scope(one.text, one.marks).spans,
    }
    lines = []
    sources = {"citation_scope": _annotated()}
    sources |= {name: list(_claimed(name)) for name in ("answers", "computing")}
    for name, citances in sources.items():
        for system, scope in systems.items():
            scores = [_mean_f(one.words(scope(one)), one.readings) for one in citances]
            lines.append([name, str(len(citances)), system, *_means(citances, scores)])
        twice = [one for one in citances if len(one.readings) > 1]
        if twice:
            scores = [
                float(np.mean([_f(*pair) for pair in combinations(one.readings, 2)]))
                for one in twice
            ]
            lines.append([name, str(len(twice)), "another reader", *_means(twice, scores)])
    return [Table("words in scope", COLUMNS, lines)]


def _means(citances: Sequence[Citance], scores: Sequence[float]) -> list[str]:
    several = np.array([len(one.groups) > 1 for one in citances])
    values = np.array(scores)
    means = (values.mean(), values[several].mean(), values[~several].mean())
    everything, of_several, of_others = (f"{mean:.3f}" for mean in means)
    return [everything, str(several.sum()), of_several, of_others]


def _mean_f(words: set[int], readings: Sequence[set[int]]) -> float:
    return float(np.mean([_f(words, reading) for reading in readings]))


def _f(one: set[int], other: set[int]) -> float:
    return 2 * len(one & other) / (len(one) + len(other)) if one or other else 1.0


def _between(citance: Citance) -> list[Span]:
    own = [end for _, end, cites in citance.marks if cites]
    before = [end for _, end in citance.groups if own and end < own[0]]
    return [(max(before, default=0), own[0] if own else len(citance.text))]


def _words(text: str, spans: Sequence[Span], groups: Sequence[Span], start: int = 0) -> set[int]:
    return {
        word.start() - start
        for word in _WORD.finditer(text)
        if not any(first <= word.start() and word.end() <= last for first, last in groups)
        and any(first < word.end() and word.start() < last for first, last in spans)
    }


def _annotated() -> list[Citance]:
    nlp = spacy.load("spacy_citalign")
    detector = nlp.get_pipe("sentence_boundary_detector")
    path = data_folder() / "citation_scope" / "dev.jsonl"
    citances = []
    for row in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
        text, own = row["paragraph"], tuple(row["mark"])
        spans = {(mark.start, mark.end) for mark in find_citations(text) if mark.start < mark.end}
        if not any(start < own[1] and own[0] < end for start, end in spans):
            spans.add(own)
        groups = group_extents(text, sorted(spans))
        starts = [sentence.start_char for sentence in detector(nlp.make_doc(text)).sents]
        starts = [one for one in starts if not any(first < one < last for first, last in groups)]
        start = max((one for one in starts if one <= own[0]), default=0)
        end = min((one for one in starts if one > own[0]), default=len(text))
        readings = [_words(text, scopes, groups, start) for scopes in row["scope"].values()]
        inside = [(first - start, last - start) for first, last in groups if start <= first < end]
        marks = [
            (first - start, last - start, first < own[1] and own[0] < last)
            for first, last in sorted(spans)
            if start <= first < end
        ]
        citances.append(Citance(text[start:end], marks, inside, list(filter(None, readings))))
    return citances


def _claimed(name: str) -> Iterator[Citance]:
    path = data_folder() / "answers" / f"{name}.jsonl"
    for row in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
        spans: dict[str, list[Span]] = {}
        for claim in row["claims"]:
            for one in claim["citances"]:
                spans.setdefault(one["id"], []).extend(map(tuple, one["spans"]))
        for citance in row["citances"]:
            marks = [(one["start"], one["end"], one["cites"]) for one in citance["citations"]]
            if citance["id"] in spans and any(cites for *_, cites in marks):
                text = citance["text"]
                groups = group_extents(text, sorted({mark[:2] for mark in marks}))
                said = _words(text, spans[citance["id"]], groups)
                yield Citance(text, sorted(marks), groups, [said])
