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

from pydantic import ConfigDict, Field, StrictInt

from ..errors import InputError
from .json_lines import JsonRow, json_record, read_json_lines

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


class _Choice(JsonRow):
    sids: list[StrictInt]


class _Citing(JsonRow):
    """A citance as CL-SciSumm has it."""

    text: str
    reference: list[_Choice] = Field(default=[])


class _Sentence(JsonRow):
    sid: StrictInt
    text: str
    section: str = ""


class _Citances(JsonRow):
    """A line of the citances."""

    model_config = ConfigDict(coerce_numbers_to_str=True)
    target: str
    citances: list[_Citing]


class _Text(JsonRow):
    """A line of the articles with text."""

    model_config = ConfigDict(coerce_numbers_to_str=True)
    target: str
    sentences: list[_Sentence]


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
            lambda row, _: json_record(_Citances, row),
            wanted="a file of citances of articles in JSON Lines",
            shape='one article a line: {"target": "...", "citances": [{"text": "...", ...}, ...]}',
        )
    )
    source = citances.parent / "references.jsonl" if articles is None else articles
    texts = dict(
        read_json_lines(
            source,
            _numbered,
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


def _numbered(row: dict[str, Any], _: int) -> tuple[str, dict[int, CitedSentence]]:
    article = json_record(_Text, row)
    sentences: dict[int, CitedSentence] = {}
    for one in article.sentences:
        if one.sid in sentences:
            raise InputError(f"the sid {one.sid} stands twice; give each sentence its own number")
        sentences[one.sid] = CitedSentence(one.text.strip(), one.section)
    return article.target, sentences


def _joined(row: _Citances, sentences: dict[int, CitedSentence]) -> CitedArticleRecord:
    kept = {sid: one for sid, one in sorted(sentences.items()) if sid != _TITLE and one.text}
    numbers = {sid: number for number, sid in enumerate(kept)}
    found = []
    for citance in row.citances:
        sids = [sid for choice in citance.reference for sid in choice.sids]
        if wrong := [sid for sid in sids if sid not in sentences]:
            raise InputError(f"has no such sid as {wrong[0]}, which a citance names")
        if text := citance.text.strip():
            chosen = tuple(numbers[sid] for sid in sids if sid in numbers)
            found.append(ChosenCitance(text, chosen, len(citance.reference)))
    if not kept or not found:
        raise InputError("has no sentences or no citances; leave it out")
    return CitedArticleRecord(row.target, tuple(kept.values()), tuple(found))
