"""Invented abbreviations: classes that take phrases of the same initials for one short form.

A class counts if one of its wordings is a short form of two to six capitals, and two or more others
are phrases of several words with these initials, stop words aside or not, and no content word in
common: "hidden Markov model" and "highly mutated marker", with HMM. All groups of
``citation_integrity`` and ``scisumm`` are aligned by the shipped pipeline; the hand-made groups
that it has learned from are citances of theirs.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from spacy.language import Language

import spacy_citalign
from spacy_citalign.citances.knowledge.stems import STOP_WORDS, word_stems
from spacy_citalign.row_files import read_groups

from ..common import data_folder
from ..recording import Table

CORPORA = ("citation_integrity", "scisumm")
_SHORT = re.compile(r"([A-Z]{2,6})s?")
_WORD = re.compile(r"[^\W_]+")


class Invented(NamedTuple):
    """A short form, and phrases of its initials that have no content word in common."""

    short: str
    phrases: tuple[str, ...]


def invented(wordings: Iterable[str]) -> Invented | None:
    """Return the first invented abbreviation among the wordings of a class.

    >>> invented(["HMM", "hidden Markov model", "hidden Markov models", "highly mutated marker"])
    Invented(short='HMM', phrases=('hidden Markov model', 'highly mutated marker'))
    >>> invented(["HMM", "hidden Markov model", "hierarchical Markov model"])
    """
    wordings = list(dict.fromkeys(wordings))
    for match in filter(None, map(_SHORT.fullmatch, wordings)):
        phrases: list[str] = []
        for wording in wordings:
            if match[1].lower() not in initials(wording):
                continue
            content = content_stems(wording)
            if all(content.isdisjoint(content_stems(phrase)) for phrase in phrases):
                phrases.append(wording)
        if len(phrases) > 1:
            return Invented(match[0], tuple(phrases))
    return None


def initials(phrase: str) -> set[str]:
    """Return the initials of a phrase of several words, in lower case: of all, of content words.

    >>> sorted(initials("signal to noise ratio"))
    ['snr', 'stnr']
    """
    words = [word.lower() for word in _WORD.findall(phrase)]
    content = [word for word in words if word not in STOP_WORDS]
    return {"".join(word[0] for word in part) for part in (words, content) if len(part) > 1}


def content_stems(phrase: str) -> set[str]:
    """Return the stems of the content words of a phrase."""
    return set(word_stems([w for w in _WORD.findall(phrase) if w.lower() not in STOP_WORDS]))


def abbreviations(nlp: Language, limit: int | None) -> list[Table]:
    """Count invented abbreviations, and print them."""
    rows = []
    for corpus in CORPORA:
        groups = classes = short = 0
        found: list[tuple[str, Invented]] = []
        for group in read_groups(data_folder() / corpus / "citances.jsonl"):
            if groups == limit:
                break
            texts = [citance.text for citance in group.citances]
            doc = nlp(spacy_citalign.join(texts, nlp=nlp, labels=group.key))
            groups += 1
            for record in doc._.citance_alignment.classes:
                wordings = [member["text"] for member in record["members"]]
                classes += 1
                short += any(map(_SHORT.fullmatch, wordings))
                if (one := invented(wordings)) is not None:
                    found.append((group.key, one))
        for key, one in found:
            print(f"{key}: {one.short}: {'; '.join(one.phrases)}", flush=True)
        rows.append([corpus, *(f"{n:,}" for n in (groups, classes, short, len(found)))])
    columns = ["corpus", "groups", "classes", "with a short form", "invented"]
    return [Table("Invented abbreviations", columns, rows)]
