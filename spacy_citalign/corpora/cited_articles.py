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


def read_cited_articles(citances: Path, articles: Path) -> Iterator[CitedArticleRecord]:
    """Yield the articles that have citances, in the order of the citances' file.

    Raises:
        InputError: a file cannot be read or is not in its format; citances are of an article that
            is not there, or name a sentence that it has not. Names file, line and value.
    """
    texts = dict(
        read_json_lines(
            articles,
            _article,
            wanted="a file of cited articles in JSON Lines",
            shape='one article a line: {"target": "...", "sentences": [{"sid": 0, ...}, ...]}',
        )
    )

    def record(row: dict[str, Any], number: int) -> CitedArticleRecord:
        return _record(row, texts, articles)

    yield from read_json_lines(
        citances,
        record,
        wanted="a file of citances of articles in JSON Lines",
        shape='one article a line: {"target": "...", "citances": [{"text": "...", ...}, ...]}',
    )


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


def _record(
    row: dict[str, Any], texts: dict[str, dict[int, CitedSentence]], articles: Path
) -> CitedArticleRecord:
    target = json_name(_value(row, "target"), "target") or ""
    if target not in texts:
        raise InputError(f"the article {target!r} is not in {articles}; add it, or leave this out")
    kept = {sid: one for sid, one in sorted(texts[target].items()) if sid != _TITLE and one.text}
    numbers = {sid: number for number, sid in enumerate(kept)}
    found = []
    for index, entry in enumerate(json_array(_value(row, "citances"), "citances")):
        what = f"citances[{index}]"
        text = json_string(_value(entry, "text", what), f"{what}.text").strip()
        reference = json_array(entry.get("reference", []), f"{what}.reference")
        chosen = [
            sid
            for choice in reference
            for sid in json_array(_value(choice, "sids", what), f"{what}.sids")
        ]
        wrong = [sid for sid in chosen if sid not in texts[target]]
        if wrong:
            raise InputError(
                f"{what} names sentence {wrong[0]!r} of {target!r}, which has no such sid"
            )
        if text:
            places = tuple(numbers[sid] for sid in chosen if sid in numbers)
            found.append(ChosenCitance(text, places, len(reference)))
    if not kept or not found:
        raise InputError(f"the article {target!r} has no sentences or no citances; leave it out")
    return CitedArticleRecord(target, tuple(kept.values()), tuple(found))


def _value(row: Any, key: str, what: str = "the line") -> Any:
    if not isinstance(row, dict):
        raise InputError(f"{what} is {str(row)[:60]!r}; write an object with the key {key}")
    if key not in row:
        raise InputError(f"{what} has no {key}, its keys are: {json_keys(row)}")
    return row[key]
