"""Texts for runs over corpora: as many as wanted, with new words as new texts have them."""

import gzip
import json
import random
import string
from collections.abc import Iterator
from pathlib import Path

from ..common import data_folder

_LETTERS = string.ascii_lowercase + "ABCD" + string.digits
_SHORT = (12, 30)  # words of a short text, the least and the most
_NEW_WORDS = 2  # of a short text


def abstracts() -> list[str]:
    """Titles with abstracts of MEDLINE, a text each."""
    path = data_folder() / "unlabelled" / "medline_abstracts.txt.gz"
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [line.rstrip("\n") for line in lines]


def short_texts(count: int, *, seed: int = 0) -> Iterator[str]:
    """Stretches of the abstracts, each with words that stand in no other.

    A vocabulary grows by about two words a sentence in the first million sentences of PubMed; here
    it never stops.
    """
    words = " ".join(abstracts()).split()
    numbers = random.Random(seed)
    for _ in range(count):
        length = numbers.randint(*_SHORT)
        start = numbers.randrange(len(words) - length)
        text = words[start : start + length]
        for _ in range(_NEW_WORDS):
            new = "".join(numbers.choices(_LETTERS, k=numbers.randint(4, 9)))
            text[numbers.randrange(length)] = new
        yield " ".join(text)


def write_json_lines(texts: Iterator[str], path: Path) -> int:
    """Write a record a line, with its number as id; their number."""
    count = 0
    with path.open("w", encoding="utf-8") as file:
        for count, text in enumerate(texts, start=1):
            file.write(json.dumps({"id": str(count), "text": text}, ensure_ascii=False) + "\n")
    return count
