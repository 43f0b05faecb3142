"""Features of a sentence of an article by itself: its place, its section, cues in its words."""

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..words.data_files import data_rows

_ROWS = data_rows(__package__, "sentence_cues.tsv")
_SECTIONS = tuple(re.compile(pattern) for kind, pattern in _ROWS if kind == "section")
_CUES = tuple(re.compile(pattern, re.IGNORECASE) for kind, pattern in _ROWS if kind == "words")
_WORD = re.compile(r"\w+")
SENTENCE_FEATURES = len(_SECTIONS) + 8 + 6 + len(_CUES)


class ArticleSentence(NamedTuple):
    """A sentence of a cited article.

    Attributes:
        text: as it stands there.
        section: title of its section, such as "Abstract"; "" where none is known.
    """

    text: str
    section: str = ""


CitedArticle = tuple[ArticleSentence, ...]
"""The sentences in their order, S of them; a title is one as others are."""


def sentence_features(sentences: Sequence[ArticleSentence]) -> NDArray[np.float32]:
    """Describe the S sentences of an article: (S, 34) float32.

    Kinds of section, place in the article and in the section, length, letters, cues.
    """
    sections = [sentence.section for sentence in sentences]
    kinds = {
        section: [bool(pattern.search(section.lower())) for pattern in _SECTIONS]
        for section in {*sections}
    }
    first = {section: number for number, section in reversed([*enumerate(sections)])}
    last = {section: number for number, section in enumerate(sections)}
    rows = []
    for number, sentence in enumerate(sentences):
        section = sentence.section
        rows.append(
            [
                *kinds[section],
                *_place(number, len(sentences), first[section], last[section]),
                *_letters(sentence.text),
                *(bool(cue.search(sentence.text)) for cue in _CUES),
            ]
        )
    return np.array(rows, dtype=np.float32).reshape(-1, SENTENCE_FEATURES)


def _place(number: int, size: int, first: int, last: int) -> list[float]:
    share = number / max(size - 1, 1)
    return [
        share,
        (share - 0.5) ** 2,
        number < 8,
        number < 20,
        float(np.log1p(number)) / 5,
        number == first,
        1 / (1 + number - first),
        number == last,
    ]


def _letters(text: str) -> list[float]:
    words = _WORD.findall(text)
    letters = sum(letter.isalpha() for letter in text) / max(len(text), 1)
    single = sum(len(word) == 1 for word in words) / max(len(words), 1)
    count = len(words)
    return [float(np.log1p(count)) / 3, count < 6, count < 10, count > 40, letters, single]
