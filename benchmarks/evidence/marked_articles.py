"""Cited articles in which annotators marked places for citances, as JSON Lines: evidence_bio.

A line an article; ``text`` has headings as in Markdown, and places are half-open characters of it:

    {"cited": {"pmcid": "PMC1"}, "text": "# Title ## Abstract ...", "citances": [{"text": "...",
    "mark": "[17]", "evidence": {"A": [[10, 90, "ACCURATE"], ...], "B": ...}}]}

Titles of the article and of its sections are no sentences, and references and footnotes are left
out, as where articles are read. Other keys are not read.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import StrictInt

from spacy_citalign.corpora.cited_articles import ChosenCitance, CitedArticleRecord, CitedSentence
from spacy_citalign.corpora.json_lines import JsonRow, json_record, read_json_lines

_LEFT_OUT = re.compile(r"references|footnotes", re.IGNORECASE)
_TOUCHED = 10  # characters of a sentence; a place that has more of it marks it

Spans = list[tuple[int, int]]


class MarkedCitance(NamedTuple):
    """A citance, its mark blanked, and the sentences that each annotator marked, by name."""

    text: str
    chosen: dict[str, tuple[int, ...]]


class MarkedArticle(NamedTuple):
    """An article and what cites it; sentences are numbered from 0."""

    id: str
    sentences: tuple[CitedSentence, ...]
    citances: tuple[MarkedCitance, ...]

    def record(self) -> CitedArticleRecord:
        """Return the same without the names of annotators."""
        citances = tuple(
            ChosenCitance(one.text, sum(one.chosen.values(), ()), len(one.chosen))
            for one in self.citances
        )
        return CitedArticleRecord(self.id, self.sentences, citances)


class _MarkedEntry(JsonRow):
    """A citance as evidence_bio has it; places are first and last character, and a kind."""

    text: str
    mark: str
    evidence: dict[str, list[tuple[StrictInt, StrictInt, str]]]


class _Cited(JsonRow):
    pmcid: str


class _Marked(JsonRow):
    """A line of evidence_bio."""

    cited: _Cited
    text: str
    citances: list[_MarkedEntry]


def read_marked_articles(path: Path, split: Callable[[str], Spans]) -> Iterator[MarkedArticle]:
    """Yield the articles of a file.

    Args:
        path: the file.
        split: returns the half-open characters of the sentences of a paragraph.

    Raises:
        InputError: it cannot be read or is not in its format; names file, line and value.
    """
    yield from read_json_lines(
        path,
        lambda row, _: _marked_article(row, split),
        wanted="a file of articles with marked places in JSON Lines",
        shape='one article a line: {"cited": {"pmcid": ...}, "text": "...", "citances": [...]}',
    )


def _marked_article(row: dict[str, Any], split: Callable[[str], Spans]) -> MarkedArticle:
    article = json_record(_Marked, row, "[first, last, kind]")
    spans: Spans = []
    sentences: list[CitedSentence] = []
    for start, section, line in _paragraphs(article.text):
        for first, last in split(line):
            if sentence := line[first:last].strip():
                spans.append((start + first, start + last))
                sentences.append(CitedSentence(sentence, section))
    citances = tuple(_marked_citance(one, spans) for one in article.citances)
    return MarkedArticle(article.cited.pmcid, tuple(sentences), citances)


def _paragraphs(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield first character, title of the section, and text of each."""
    titles: dict[int, str] = {}
    start = 0
    for line in text.split("\n"):
        if line.startswith("#"):
            level = len(line) - len(line.lstrip("#"))
            titles = {n: title for n, title in titles.items() if n < level}
            titles[level] = line[level:].strip()
        section = ": ".join(title for n, title in titles.items() if n > 1 and title)
        if line.strip() and not line.startswith("#") and not _LEFT_OUT.match(section):
            yield start, section, line
        start += len(line) + 1


def _marked_citance(entry: _MarkedEntry, spans: Spans) -> MarkedCitance:
    chosen = {
        name: tuple(
            number
            for number, (start, end) in enumerate(spans)
            if any(
                min(end, last) - max(start, first) > _TOUCHED or (first <= start and end <= last)
                for first, last, _ in places
            )
        )
        for name, places in entry.evidence.items()
    }
    mark = entry.mark
    return MarkedCitance(entry.text.replace(mark, " " * len(mark)) if mark else entry.text, chosen)
