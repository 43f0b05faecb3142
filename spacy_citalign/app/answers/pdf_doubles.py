"""PDFs of articles that are given otherwise, too: as JATS or TEI, or in another PDF.

A PDF says little of itself: its DOI if any, a title that may have lost a letter, often no year.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, TypeVar

from ...citations.work_agreement import may_be_one
from ...citations.work_names import WorkNames, WorkRecord, work_names

_LEAST_LETTERS = 25  # of a title: "Editorial" is that of many articles
_END = 15  # letters of a title by which like ones are looked up: its first, and its last
_ALIKE = 95  # of 100
_BEFORE = 40  # letters that may stand before the title on the page: "Short Communication"
_YEARS = 1  # by which versions may be apart: in advance of print, and printed


class Version(Protocol):
    """An article, as it was given."""

    @property
    def origin(self) -> str:
        """Return the file that it is from."""

    @property
    def about(self) -> WorkRecord:
        """Return what it says of itself."""

    @property
    def is_pdf(self) -> bool:
        """Return whether it was a PDF."""

    @property
    def worth(self) -> tuple[bool, bool, int]:
        """Return what is compared of versions."""


Given = TypeVar("Given", bound=Version)


def without_pdf_doubles(
    articles: Sequence[Given],
) -> tuple[list[Given], list[tuple[Given, Given]]]:
    """Return articles, each once where one of its versions is a PDF.

    Versions are of one article where they share an identifier and title, first author or year; or
    where DOIs do not differ, titles are nearly the same and as long as titles are that tell
    articles apart, and first authors and years agree as far as they are known. Of versions the one
    of most worth is kept, whatever their order.

    Args:
        articles: as they were given.

    Returns:
        The articles; those that were left out, with the versions that were kept.
    """
    if not any(article.is_pdf for article in articles):
        return list(articles), []
    names = [work_names(article.about) for article in articles]
    alike: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for number, one in enumerate(names):
        for key in _keys(one):
            alike[key].append(number)
    parents = list(range(len(articles)))

    def home(number: int) -> int:
        while parents[number] != number:
            number = parents[number]
        return number

    for number, article in enumerate(articles):
        if article.is_pdf:
            for other in sorted({other for key in _keys(names[number]) for other in alike[key]}):
                if other != number and _are_one(names[number], names[other]):
                    first, second = sorted((home(number), home(other)))
                    parents[second] = first
    versions: defaultdict[int, list[int]] = defaultdict(list)
    for number in range(len(articles)):
        versions[home(number)].append(number)
    kept, doubles = set(range(len(articles))), []
    for numbers in versions.values():
        best = _best(articles, numbers)
        for number in numbers:
            # Versions that are no PDFs were compared before, and are articles of their own.
            if number != best and (articles[number].is_pdf or articles[best].is_pdf):
                kept.discard(number)
                doubles.append((articles[number], articles[best]))
    return [articles[number] for number in sorted(kept)], doubles


def works_of_pdfs(
    works: Mapping[int, WorkRecord], pdfs: Mapping[int, WorkRecord]
) -> dict[int, int]:
    """Return for the works that PDFs are, by title and first author, the numbers of both.

    The year counts for nothing: what a PDF says of it is often that of the file.

    Args:
        works: what is known of cited works, by their numbers.
        pdfs: what is known of articles, likewise.
    """
    names = {number: work_names(known) for number, known in pdfs.items()}
    alike: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for number, one in names.items():
        for key in _keys(one):
            alike[key].append(number)
    found: dict[int, int] = {}
    for work, known in works.items() if alike else ():
        own = work_names(known)._replace(year="")
        for number in sorted({number for key in _keys(own) for number in alike.get(key, ())}):
            pdf = names[number]
            if pdf.author and own.author and own.title and _are_one(pdf, own):
                found.setdefault(work, number)
    return found


def _best(articles: Sequence[Given], numbers: Iterable[int]) -> int:
    """Return the number of the version of most worth, by the name of its file of equal ones."""
    ordered = sorted(numbers, key=lambda number: articles[number].origin)
    return max(ordered, key=lambda number: articles[number].worth)


def _keys(names: WorkNames) -> list[tuple[str, str]]:
    """Return what versions of an article may share."""
    letters = names.title.replace(" ", "")
    if len(letters) < _LEAST_LETTERS:
        return list(names.identifiers)
    return [*names.identifiers, ("begin", letters[:_END]), ("end", letters[-_END:])]


def _are_one(pdf: WorkNames, other: WorkNames) -> bool:
    """Return whether a PDF is a version of another article."""
    known = bool(pdf.author and other.author)
    same_author = known and not set(pdf.author.split()).isdisjoint(other.author.split())
    if set(pdf.identifiers) & set(other.identifiers):
        # What was taken for its DOI may be that of a work that it cites.
        same_year = bool(pdf.year) and pdf.year == other.year
        return same_author or same_year or may_be_one(pdf, other)
    if not may_be_one(pdf, other) or _years_differ(pdf.year, other.year):
        return False
    if known and not same_author:
        return False
    from rapidfuzz.fuzz import ratio

    letters, other_letters = (names.title.replace(" ", "") for names in (pdf, other))
    more = len(letters) - len(other_letters)
    if known and 0 < more <= _BEFORE and letters.endswith(other_letters):
        return len(other_letters) >= _LEAST_LETTERS
    return bool(ratio(letters, other_letters, score_cutoff=_ALIKE))


def _years_differ(one: str, other: str) -> bool:
    if not (one.isdecimal() and other.isdecimal()):
        return False
    return abs(int(one[:4]) - int(other[:4])) > _YEARS
