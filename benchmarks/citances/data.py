"""The data of the benchmark of citance alignment: gold groups as Docs, and the resources.

Systems get the words that the component finds in the texts of a group. Their classes are carried to
the words of the gold files, the canonical ones, as the README of the data says: a canonical word
has the class of the first word that covers one of its characters.
"""

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

import spacy_citalign
from spacy_citalign.citances.group import Group
from spacy_citalign.citances.knowledge.resources import Resources
from spacy_citalign.citances.knowledge.statistics import WordStatistics
from spacy_citalign.citances.knowledge.thesaurus import read_thesaurus
from spacy_citalign.components.citances.words import citance_words
from spacy_citalign.row_files import read_groups

from ..common import data_folder

if TYPE_CHECKING:
    from spacy.language import Language

Integers = NDArray[np.int64]
BIOMEDICINE, COMPUTING = "-bio-", "-cs-"  # in the keys of the second round


class Case(NamedTuple):
    """A gold group of N canonical words, and the M words that the component finds.

    Attributes:
        key: its name.
        texts: the citances.
        spans: (N, 2) int64, characters of the canonical words in the joined texts.
        words, owners, classes: (N,), the canonical words, their citances and gold classes.
        group: what is aligned.
        places: (N,) int64, the word of ``group`` for each canonical word, -1 where there is none.
        learned: (M,) int64, the gold class of each word of ``group``.
    """

    key: str
    texts: tuple[str, ...]
    spans: Integers
    words: tuple[str, ...]
    owners: Integers
    classes: Integers
    group: Group
    places: Integers
    learned: Integers

    def carried(self, classes: Integers) -> Integers:
        """Carry classes of the found words to the canonical words."""
        return np.append(classes, 0)[self.places]


def read_cases(name: str, nlp: "Language") -> list[Case]:
    """Read ``citance_groups/NAME.jsonl``; ``nlp`` annotates the texts, but for aligning them."""
    cases = []
    earlier = [pipe for pipe in nlp.pipe_names if pipe != "citance_aligner"]
    for read in read_groups(data_folder() / "citance_groups" / f"{name}.jsonl"):
        texts = tuple(citance.text for citance in read.citances)
        with nlp.select_pipes(enable=earlier):
            doc = nlp(spacy_citalign.join(texts, nlp=nlp, labels=read.key))
        found = citance_words(doc)[0]
        spans, owners, numbers = [], [], []
        names: dict[str, int] = {}
        for owner, citance in enumerate(read.citances):
            begin = found.citances[owner][0]
            for (start, end), name_ in zip(citance.words, citance.classes, strict=True):
                spans.append((begin + start, begin + end))
                owners.append(owner)
                numbers.append(0 if name_ is None else names.setdefault(name_, len(names) + 1))
        classes = np.array(numbers, dtype=np.int64)
        whole = "\n".join(texts)
        canonical = np.array(spans, dtype=np.int64)
        cases.append(
            Case(
                key=read.key,
                texts=texts,
                spans=canonical,
                words=tuple(whole[start:end] for start, end in spans),
                owners=np.array(owners, dtype=np.int64),
                classes=classes,
                group=found.group,
                places=first_overlapping(canonical, found.words),
                learned=np.append(classes, 0)[first_overlapping(found.words, canonical)],
            )
        )
    return cases


def first_overlapping(spans: Integers, others: Integers) -> Integers:
    """Return the first of ``others`` that shares a character with each span, -1 where none does.

    Both are (..., 2) half-open, ascending, without overlaps.
    """
    place = np.searchsorted(others[:, 1], spans[:, 0], side="right")
    starts = np.append(others[:, 0], np.iinfo(np.int64).max)[place]
    return np.where(starts < spans[:, 1], place, -1)


def resources(file: Path) -> Resources:
    """The resources of the default method: word statistics, and the thesaurus of the package."""
    background, vectors = WordStatistics.from_bytes(file.read_bytes())
    return Resources(background, vectors, read_thesaurus())
