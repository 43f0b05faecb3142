"""PDFs of articles that are given otherwise, too: as JATS or TEI, or in another PDF.

A PDF says little of itself: its DOI if any, a title that may have lost a letter, often no year.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, TypeVar

from ...citations.works.same_works import WorkIndex
from ...citations.works.work_agreement import may_be_one
from ...citations.works.work_names import WorkNames, WorkRecord, work_names

_LEAST_LETTERS = 25  # of a title: "Editorial" is that of many articles
END = 15  # letters of a title by which like ones are looked up: its first, and its last
_ALIKE = 95  # of 100
_BEFORE = 40  # letters that may stand before the title on the page: "Short Communication"
_YEARS = 1  # by which versions may be apart: in advance of print, and printed


class KnownArticle(Protocol):
    """An article, and whether it was a PDF."""

    @property
    def about(self) -> WorkRecord:
        """Return what it says of itself."""

    @property
    def is_pdf(self) -> bool:
        """Return whether it was a PDF."""


class Version(KnownArticle, Protocol):
    """An article, as it was given."""

    @property
    def origin(self) -> str:
        """Return the file that it is from."""

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
    of most worth is kept, the first by the name of its file of equal ones, whatever their order.

    Args:
        articles: as they were given.

    Returns:
        The articles; those that were left out, with the versions that were kept.
    """
    if not any(article.is_pdf for article in articles):
        return list(articles), []
    from networkx import Graph, connected_components

    names = [work_names(article.about) for article in articles]
    alike = _by_key(enumerate(names))
    versions = Graph()
    versions.add_nodes_from(range(len(articles)))
    versions.add_edges_from(
        (number, other)
        for number, article in enumerate(articles)
        if article.is_pdf
        for other in _alike(names[number], alike)
        if other != number and _are_one(names[number], names[other])
    )
    kept, doubles = set(range(len(articles))), []
    for numbers in connected_components(versions):
        by_file = sorted(numbers, key=lambda number: articles[number].origin)
        best = max(by_file, key=lambda number: articles[number].worth)
        for number in sorted(numbers):
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
    alike = _by_key(names.items())
    found: dict[int, int] = {}
    for work, known in works.items() if alike else ():
        own = work_names(known)._replace(year="")
        for number in _alike(own, alike):
            pdf = names[number]
            if pdf.author and own.author and own.title and _are_one(pdf, own):
                found.setdefault(work, number)
    return found


def matched_works(
    works: Mapping[int, WorkRecord], articles: Mapping[int, WorkRecord]
) -> dict[int, int]:
    """Return for the works that articles are, as lists of references name them, both numbers.

    That is by DOI, PMID, PMCID or arXiv id, where titles agree, else by first author, year and
    title. Of several articles that are one work the first is taken.

    Args:
        works, articles: what is known of them, by their numbers.
    """
    index: WorkIndex[tuple[bool, int]] = WorkIndex()
    for is_work, records in ((False, articles), (True, works)):
        for number, known in records.items():
            index.add(f"{is_work} {number}", known, (is_work, number))
    matched: dict[int, int] = {}
    for group in index.groups():
        own = [number for is_work, number in group.items if not is_work]
        matched |= {number: own[0] for is_work, number in group.items if is_work and own}
    return matched


def works_at_hand(
    works: Mapping[int, WorkRecord], articles: Sequence[KnownArticle]
) -> dict[int, int]:
    """Return for the works that articles are the numbers of both, PDFs that say little included."""
    matched = matched_works(works, {number: one.about for number, one in enumerate(articles)})
    left = {number: known for number, known in works.items() if number not in matched}
    taken = {*matched.values()}
    pdfs = {n: one.about for n, one in enumerate(articles) if one.is_pdf and n not in taken}
    return matched | works_of_pdfs(left, pdfs)


def _by_key(names: Iterable[tuple[int, WorkNames]]) -> dict[tuple[str, str], list[int]]:
    """Return numbers by what their versions may share."""
    alike: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for number, one in names:
        for key in version_keys(one):
            alike[key].append(number)
    return alike


def _alike(names: WorkNames, alike: Mapping[tuple[str, str], Sequence[int]]) -> list[int]:
    return sorted({number for key in version_keys(names) for number in alike.get(key, ())})


def version_keys(names: WorkNames) -> list[tuple[str, str]]:
    """Return what versions of an article may share: kinds and values."""
    letters = names.title.replace(" ", "")
    if len(letters) < _LEAST_LETTERS:
        return list(names.identifiers)
    return [*names.identifiers, ("begin", letters[:END]), ("end", letters[-END:])]


def _are_one(pdf: WorkNames, other: WorkNames) -> bool:
    """Return whether a PDF is a version of another article."""
    known = bool(pdf.author and other.author)
    same_author = known and not set(pdf.author.split()).isdisjoint(other.author.split())
    if set(pdf.identifiers) & set(other.identifiers):
        # What was taken for its DOI may be that of a work that it cites.
        same_year = bool(pdf.year) and pdf.year == other.year
        return same_author or same_year or may_be_one(pdf, other)
    if not may_be_one(pdf, other) or years_differ(pdf.year, other.year):
        return False
    if known and not same_author:
        return False
    from rapidfuzz.fuzz import ratio

    letters, other_letters = (names.title.replace(" ", "") for names in (pdf, other))
    more = len(letters) - len(other_letters)
    if known and 0 < more <= _BEFORE and letters.endswith(other_letters):
        return len(other_letters) >= _LEAST_LETTERS
    return bool(ratio(letters, other_letters, score_cutoff=_ALIKE))


def years_differ(one: str, other: str) -> bool:
    """Return whether years are too far apart for versions of an article; False for unknown ones."""
    years = one[:4], other[:4]
    return all(map(str.isdecimal, years)) and abs(int(years[0]) - int(years[1])) > _YEARS
