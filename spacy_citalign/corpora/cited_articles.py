"""Cited articles with the sentences that citances speak of, as JSON Lines: CL-SciSumm's task 1A.

Two files, a line an article, the ones with citances and the ones with text:

    {"target": "A00-2018", "citances": [{"text": "...", "reference": [{"sids": [90, 91]}, ...]}]}
    {"target": "A00-2018", "sentences": [{"sid": 0, "section": "", "text": "..."}, ...]}

``reference`` has an entry an annotator; ``sids`` are those of the sentences. Sentence 0 is the
title, which is left out, also where it was chosen. Other keys are not read.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import InputError
from .json_lines import json_array, json_keys, json_name, json_string, read_json_lines

_TITLE = 0


class CitedSentence(NamedTuple):
    """A sentence of the article, with the title of its section, "" where none is known."""

    text: str
    section: str


class ChosenCitance(NamedTuple):
    """A citing sentence or several.

    Attributes:
        text: what it says, with marks of citation.
        chosen: numbers of sentences of the article, from 0, once for each annotator who chose them.
        annotators: how many there were.
    """

    text: str
    chosen: tuple[int, ...]
    annotators: int


class CitedArticleRecord(NamedTuple):
    """An article, one sentence or more, and what cites it, one citance or more."""

    id: str
    sentences: tuple[CitedSentence, ...]
    citances: tuple[ChosenCitance, ...]


class _Citing(NamedTuple):
    """A line of the citances: the article, and text, sids and annotators of each citance."""

    target: str
    citances: list[tuple[str, list[int], int]]


def read_cited_articles(
    citances: Path, articles: Path | None = None
) -> Iterator[CitedArticleRecord]:
    """Yield the articles that have citances, in the order of the citances' file.

    Args:
        citances: that file.
        articles: the one with text; None: ``references.jsonl`` beside the other.

    Raises:
        InputError: a file cannot be read or is not in its format; citances are of an article that
            is not there, or name a sentence that it has not. Names file, line and value.
    """
    rows = list(
        read_json_lines(
            citances,
            _citing,
            wanted="a file of citances of articles in JSON Lines",
            shape='one article a line: {"target": "...", "citances": [{"text": "...", ...}, ...]}',
        )
    )
    source = citances.parent / "references.jsonl" if articles is None else articles
    texts = dict(
        read_json_lines(
            source,
            _article,
            wanted="a file of cited articles in JSON Lines",
            shape='one article a line: {"target": "...", "sentences": [{"sid": 0, ...}, ...]}',
        )
    )
    for row in rows:
        if row.target not in texts:
            raise InputError(
                f"{citances}: the article {row.target!r} is not in {source}; add it, or leave its "
                "citances out"
            )
        try:
            yield _joined(row, texts[row.target])
        except InputError as error:
            raise InputError(f"{citances}: the article {row.target!r} {error}") from error


def _citing(row: dict[str, Any], number: int) -> _Citing:
    found = []
    for index, entry in enumerate(json_array(_value(row, "citances"), "citances")):
        what = f"citances[{index}]"
        text = json_string(_value(entry, "text", what), f"{what}.text").strip()
        reference = json_array(entry.get("reference", []), f"{what}.reference")
        sids = [
            sid
            for choice in reference
            for sid in json_array(_value(choice, "sids", what), f"{what}.sids")
        ]
        wrong = [sid for sid in sids if type(sid) is not int]
        if wrong:
            raise InputError(f"{what} has the sid {wrong[0]!r}; sids are whole numbers")
        if text:
            found.append((text, sids, len(reference)))
    return _Citing(json_name(_value(row, "target"), "target") or "", found)


def _article(row: dict[str, Any], number: int) -> tuple[str, dict[int, CitedSentence]]:
    sentences: dict[int, CitedSentence] = {}
    for index, entry in enumerate(json_array(_value(row, "sentences"), "sentences")):
        what = f"sentences[{index}]"
        sid = _value(entry, "sid", what)
        if type(sid) is not int or sid in sentences:
            raise InputError(f"{what} has the sid {sid!r}; give each sentence a number of its own")
        text = json_string(_value(entry, "text", what), f"{what}.text")
        section = json_string(entry.get("section", ""), f"{what}.section")
        sentences[sid] = CitedSentence(text.strip(), section)
    return json_name(_value(row, "target"), "target") or "", sentences


def _joined(row: _Citing, sentences: dict[int, CitedSentence]) -> CitedArticleRecord:
    kept = {sid: one for sid, one in sorted(sentences.items()) if sid != _TITLE and one.text}
    if not kept or not row.citances:
        raise InputError("has no sentences or no citances; leave it out")
    numbers = {sid: number for number, sid in enumerate(kept)}
    found = []
    for text, sids, annotators in row.citances:
        wrong = [sid for sid in sids if sid not in sentences]
        if wrong:
            raise InputError(f"has no such sid as {wrong[0]}, which a citance names")
        chosen = tuple(numbers[sid] for sid in sids if sid in numbers)
        found.append(ChosenCitance(text, chosen, annotators))
    return CitedArticleRecord(row.target, tuple(kept.values()), tuple(found))


def _value(row: Any, key: str, what: str = "the line") -> Any:
    if not isinstance(row, dict):
        raise InputError(f"{what} is {str(row)[:60]!r}; write an object with the key {key}")
    if key not in row:
        raise InputError(f"{what} has no {key}, its keys are: {json_keys(row)}")
    return row[key]
