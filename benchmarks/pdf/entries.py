"""Entries of two reference lists that are the same: by title and year, else by their words."""

from collections.abc import Mapping, Sequence

from rapidfuzz.distance import Levenshtein
from rapidfuzz.fuzz import partial_ratio, token_sort_ratio

from spacy_citalign.citations.works.work_names import normal_name
from spacy_citalign.inputs.articles import CitedWork

TITLE = 80  # of 100: likeness of titles, by the edits between them, as GROBID's evaluation has it
WORDS = 80  # that the words of two entries share
_LEAST_TITLE, _LEAST_WORDS = 20, 60  # characters of what may be found within an entry


def same_entries(gold: Sequence[CitedWork], found: Sequence[CitedWork]) -> dict[int, int]:
    """Return which entries of ``found`` are which of ``gold``, one to one, by position.

    They are the same by title and year, by the words of the whole entry, or if the title of one is
    among the words of the other: an entry of which a field was misread is still the one that a mark
    names.
    """
    pairs = []
    for number, work in enumerate(gold):
        for other, candidate in enumerate(found):
            score = max(
                title_and_year(work, candidate) + 1,
                _words(work, candidate),
            )
            if score >= WORDS:
                pairs.append((-score, abs(number - other), number, other))
    taken: set[int] = set()
    same: dict[int, int] = {}
    for _, _, number, other in sorted(pairs):
        if number not in taken and other not in same:
            taken.add(number)
            same[other] = number
    return same


def listed_entries(
    gold: Sequence[CitedWork], found: Sequence[CitedWork], same: Mapping[int, int]
) -> set[int]:
    """Return the entries of gold that were found with title and year."""
    return {number for other, number in same.items() if title_and_year(gold[number], found[other])}


def title_and_year(work: CitedWork, other: CitedWork) -> float:
    """Return how much of the titles is the same, 0 below ``TITLE`` or if years differ.

    Of an entry without a title the words of the whole entry count, without words the label.
    """
    if work.year and work.year[:4] != other.year[:4]:
        return 0.0
    if not work.title and not work.text.strip():
        return 100.0 * (_number(work.label) == _number(other.label))
    if not work.title:
        return score if (score := _words(work, other)) >= WORDS else 0.0
    one, two = (normal_name(title).replace(" ", "") for title in (work.title, other.title))
    score = 100 * Levenshtein.normalized_similarity(one, two)
    return score if score >= TITLE else 0.0


def _number(label: str) -> str:
    return "".join(filter(str.isdigit, label))


def _words(work: CitedWork, other: CitedWork) -> float:
    """Return how much of the words of two entries is the same; JATS often leaves some out."""
    one, two = normal_name(work.text), normal_name(other.text)
    title = normal_name(work.title)
    scores = [0.0]
    if one and two:
        scores.append(token_sort_ratio(one, two))
    if len(one) > _LEAST_WORDS:
        scores.append(partial_ratio(one, two) - 5)
    if len(title) > _LEAST_TITLE and work.year in other.text:
        scores.append(partial_ratio(title, two) - 10)
    return max(scores)
