"""The citances of one article, as plain values that a process can send."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Container, Iterator
from hashlib import blake2b, sha256
from itertools import chain, groupby
from typing import Any

from ...citations.works.articles import citing_article
from ...citations.works.work_names import IDENTIFIERS, normal_name, work_names
from ...components.articles.docs import FindsSentences, citances_of
from ...components.articles.reading import ReadArticle
from ...errors import InputError
from ...row_files import json_line
from ...schema import Citance
from ..packed_articles import packed_article
from .collecting import LOST_PAGES, NO_LIST, NO_MARKS, CollectedArticle, CollectedCitance, Reference

# In a sentence of more marks each citance lists those of its own work only, else they would be as
# many as marks times works.
_MAX_MARKS = 500
# Characters of a sentence times works that it cites: so much is written of it at most.
_MAX_SIZE = 50_000_000
_AROUND = 32  # characters before and behind a citance, by which its place is found again
_DIGEST = 8  # bytes
_OF_UNCITED = ("title", "first_author", "year", *IDENTIFIERS)


def collect_article(
    article: ReadArticle,
    finder: FindsSentences,
    origin: str = "",
    before: float | None = None,
    *,
    with_text: bool = False,
) -> CollectedArticle:
    """Return the citances of an article.

    Args:
        article: as it was read.
        finder: finds the sentences.
        origin: the file that it is from; by default its name.
        before: least probability of a sentence before that belongs to a citation; None takes none.
        with_text: pack its text, too.

    Raises:
        InputError: its text is longer than the pipeline's ``max_length``.
    """
    numbers: dict[str, int] = {}
    citances = [
        CollectedCitance(
            numbers.setdefault(key, len(numbers)),
            (article.source, record["start"], record["end"], _digest(record["text"])),
            json_line(Citance(**record)).rstrip()[:-1].encode(),
        )
        for key, record in _records(article, finder, before)
    ]
    references = []
    for key in numbers:
        known = article.cited.get(key, {})
        place = article.reference_places.get(key, ())
        references.append(Reference(key, known, work_names(known), *place))
    references += _uncited(article, numbers)
    return CollectedArticle(
        origin or article.source,
        article.source,
        article.about,
        json_line(article.about).rstrip().encode() if article.about else b"",
        citing_article({"source": article.source, "article": article.about}) or "",
        _identity(article),
        references,
        citances,
        len(article.marks),
        article.unresolved,
        article.left_out,
        article.listed,
        article.is_pdf,
        _unfound(article),
        packed_article(article.article) if with_text and article.article else b"",
    )


def _unfound(article: ReadArticle) -> str:
    """Return what was not found in a PDF that any article has, "" for nothing."""
    if not article.is_pdf:
        return ""
    if article.lost_pages:
        return LOST_PAGES
    if not article.reference_places:
        return NO_LIST
    return "" if article.marks else NO_MARKS


def _uncited(article: ReadArticle, cited: Container[str]) -> Iterator[Reference]:
    """Yield the references with titles that no sentence cites: a slip may be why."""
    for key, place in article.reference_places.items():
        known = {name: article.cited[key].get(name) for name in _OF_UNCITED}
        if key not in cited and known["title"]:
            yield Reference(key, {k: v for k, v in known.items() if v}, None, *place)


def _records(
    article: ReadArticle, finder: FindsSentences, before: float | None
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield for each citance the key of the cited work, and what is written of it."""
    _, citances, records = citances_of(article, finder, before)
    starts = [mark.start for mark in article.marks]
    for (start, end), sentence in groupby(
        zip(citances, records, strict=True), key=lambda pair: pair[0][:2]
    ):
        pairs = list(sentence)
        text = article.text[start:end]
        if len(text) * len(pairs) > _MAX_SIZE:
            raise InputError(
                f"{article.source}: the sentence at character {start} has {len(text):,} characters "
                f"and cites {len(pairs):,} works, more than any sentence does; see whether full "
                "stops are missing, or a mark of citation has far too many references"
            )
        around = _around(article.text, start, end)
        by_key: defaultdict[str, set[tuple[int, int]]] = defaultdict(set)
        for mark in article.marks[bisect_left(starts, start) : bisect_left(starts, end)]:
            if mark.start < mark.end:
                by_key[mark.key].add((mark.start - start, mark.end - start))
        every = sorted({*chain.from_iterable(by_key.values())})
        for citance, record in pairs:
            record.pop("article", None)
            own = by_key[citance.key]
            citations = [
                {"start": first, "end": last, "cites": (first, last) in own}
                for first, last in (every if len(every) <= _MAX_MARKS else sorted(own))
            ]
            yield citance.key, record | around | {"text": text, "citations": citations}


def _around(text: str, start: int, end: int) -> dict[str, Any]:
    """Return what stands before and behind a citance, as far as anything does."""
    around = {"prefix": text[max(start - _AROUND, 0) : start], "suffix": text[end : end + _AROUND]}
    return {name: value for name, value in around.items() if value}


def _digest(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_DIGEST).digest()


def _identity(article: ReadArticle) -> str:
    """Return what two versions of an article share: an identifier, else title and text.

    Articles of which there is the title alone share nothing. Identifiers of a PDF were found, not
    given, and are looked at later, beside its title (``pdf_doubles``).
    """
    for kind in () if article.is_pdf else IDENTIFIERS:
        if value := article.about.get(kind):
            return f"{kind}:{value}"
    title = article.about.get("title", "")
    whole = f"{normal_name(title)}\0{article.text}"
    if article.text == title:
        whole += f"\0{article.source}"
    return sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()
