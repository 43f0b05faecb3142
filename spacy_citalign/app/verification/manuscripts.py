"""The citations of manuscripts, and what the sources that they cite have for each."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...citations.scope import find_scope
from ...claim_rows import CitedClaim, QuotedWords
from ...components.articles.docs import SentenceFinder
from ...components.articles.reading import from_article
from ...errors import CitalignError, described, printable
from ...evidence.terms import stems
from ...inputs.articles import CitedWork as ListedWork
from ...inputs.manuscripts.reader import read_manuscript
from ...inputs.manuscripts.records import Manuscript, Place
from ...inputs.records import Reading
from ...schema import SCHEMA, Citance, CitationMark, CitedWork, Span
from ..answers.article_citances import collect_article
from ..answers.cited_sources import CitedSource, CitedSources, find_sources
from ..answers.events import Events, Stage
from ..answers.evidence_docs import article_parts
from .other_sources import add_other_sources
from .quotations import at_citation, check_quotation, quoted_source
from .ranking import ClaimRanker, SourceText
from .results import Verification, WantedWork

_LEAST = 4  # words that a mark covers, where another mark of the work is in the sentence
_WORD = re.compile(r"\w+")
# Behind a mark: ", pp. 7-9", ", Fig. 2".
_LOCATOR = re.compile(
    r",?\s{0,3}(?:pp?|ch(?:ap(?:ter)?)?|sec(?:tion)?|fig(?:ure)?s?|tables?|eqs?|vol|no)\b\.?"
    r"\s{0,3}\d[\d\s,\u2013-]{0,20}",
    re.IGNORECASE,
)


@dataclass
class _Citation:
    """A citation of a manuscript.

    Attributes:
        row: what is known of it before its source is read.
        work: its number among the works of all manuscripts.
        quotations: texts of those that stand at it.
    """

    row: CitedClaim
    work: int
    quotations: list[str]


def verify_manuscripts(
    manuscripts: Sequence[Path],
    sources: Sequence[Path],
    ranker: ClaimRanker,
    *,
    bibliographies: Sequence[Path] = (),
    reading: Reading | None = None,
    events: Events | None = None,
) -> Verification:
    """Return for each citation of manuscripts what its source has for it.

    Args:
        manuscripts: in Markdown, LaTeX, or any format of articles.
        sources: files, folders and archives of articles; each is read once.
        ranker: ranks their sentences.
        bibliographies: BibTeX or CSL-JSON, besides those that manuscripts name.
        reading: how articles are read.
        events: are told what happens.

    Raises:
        InputError: a manuscript or a bibliography that was given cannot be read; a path of sources
            does not exist.
    """
    reading, events = reading or Reading(), events or Events()
    finder = SentenceFinder(ranker.nlp)
    citations: list[_Citation] = []
    works: list[ListedWork] = []
    faults: dict[str, None] = {}
    unknown = 0
    for path in manuscripts:
        manuscript = read_manuscript(path, bibliographies, reading)
        citations += _citations(path, manuscript, finder, works)
        unknown += len(manuscript.article.unresolved)
        faults |= dict.fromkeys(map(str, manuscript.faults))
    for line in faults:
        events.on_message(line)
    with Stage(events, "reading sources", "files", None) as stage:
        read: Counter[str] = Counter()

        def advance(_: object) -> None:
            read["files"] += 1
            stage.advance(0, read["files"])

        found = find_sources(works, sources, reading, advance)
    for line in found.problems:
        events.on_message(line)
    by_work: defaultdict[int, list[_Citation]] = defaultdict(list)
    for citation in citations:
        by_work[citation.work].append(citation)
    with Stage(events, "ranking evidence", "works", None, len(by_work)) as stage:
        known: dict[int, frozenset[str]] = {}
        for done, number in enumerate(sorted(by_work), start=1):
            source = _verified(by_work[number], found.of_works[number], ranker, reading)
            found.of_works[number] = source
            if source.article is not None and source.state != "other language":
                known[number] = frozenset(stems(source.article.text))
            stage.advance(0, done)
    add_other_sources([(one.work, one.row, _claim(one.row)) for one in citations], known)
    return Verification(
        [citation.row for citation in citations],
        _wanted(by_work, found),
        [*faults],
        found.problems,
        unknown,
        found.files,
    )


def _citations(
    path: Path, manuscript: Manuscript, finder: SentenceFinder, works: list[ListedWork]
) -> Iterator[_Citation]:
    """Yield the citations of a manuscript in order; their works are added to those of others."""
    article = manuscript.article
    read = from_article(article)
    numbers: dict[str, int] = {}  # among the article's works, by the key of the sentence finder
    places: dict[tuple[int, str], Place | None] = {}
    for citation, mark, place in zip(article.citations, read.marks, manuscript.places, strict=True):
        numbers.setdefault(mark.key, citation.work)
        places.setdefault((mark.start, mark.key), place)
    collected = collect_article(read, finder, origin=printable(path))
    own: dict[str, int] = {}
    for citance in collected.citances:
        key = collected.references[citance.reference].key
        work = article.works[numbers[key]]
        if key not in own:
            own[key] = len(works)
            works.append(work)
        sentence = Citance.model_validate_json(citance.line + b"}")
        start = sentence.start or 0
        quoted = at_citation(manuscript.quotations, start, start + len(sentence.text))
        for number, (first, scope) in enumerate(_scopes(sentence)):
            row = _row(sentence, scope, work, collected.references[citance.reference].known)
            row.file = printable(path)
            if place := places.get((start + first, key)):
                row.file, row.line, row.column = place.file, place.line, place.column
            quotations = [] if number else [article.text[slice(*one)] for one in quoted]
            yield _Citation(row, own[key], quotations)


def _scopes(sentence: Citance) -> list[tuple[int, list[Span]]]:
    """Return of each mark of the work its first character, and what it covers.

    Marks of which one covers next to nothing, or nothing by itself, are one: "Zork [1] heard
    frogs [1]".
    """
    marks = [(mark.start, mark.end, bool(mark.cites)) for mark in sentence.citations or ()]
    whole = find_scope(sentence.text, marks)
    found: list[tuple[int, list[Span]]] = []
    for unit in (unit for unit in whole.units if unit.cites):
        own = [(a, b, cites and unit.start <= a < unit.end) for a, b, cites in marks]
        found.append(
            (next(a for a, _, is_own in own if is_own), [*find_scope(sentence.text, own).spans])
        )
    words = [_words(sentence, scope) for _, scope in found]
    own_words = [one.difference(*words[:n], *words[n + 1 :]) for n, one in enumerate(words)]
    if len(found) > 1 and min(map(len, words)) >= _LEAST and all(own_words):
        return found
    return [(next((a for a, _, cites in marks if cites), 0), [*whole.spans])]


def _words(sentence: Citance, scope: Sequence[Span]) -> set[int]:
    """Return where the words of a scope begin, without marks."""
    covered = _covered(sentence.text, scope, sentence.citations or ())
    return {word.start() for word in _WORD.finditer(covered)}


def _row(
    sentence: Citance, scope: list[Span], work: ListedWork, known: dict[str, Any]
) -> CitedClaim:
    described = {name: value for name, value in known.items() if name in CitedWork.model_fields}
    row = CitedClaim(
        schema_version=SCHEMA,
        claim=sentence.text,
        key=work.id,
        cited=CitedWork(key=work.id, **described),
        start=sentence.start,
        end=sentence.end,
        citations=sentence.citations or [],
        scope=scope,
    )
    if sentence.section:
        row.section = sentence.section
    return row


def _covered(text: str, scope: Iterable[Span], marks: Iterable[CitationMark]) -> str:
    """Return a sentence with blanks for marks, and for what those of the work do not cover."""
    blanked = [" "] * len(text)
    for start, end in scope:
        blanked[start:end] = text[start:end]
    for mark in marks:
        locator = _LOCATOR.match(text, mark.end)
        end = locator.end() if locator else mark.end
        blanked[mark.start : end] = " " * len(blanked[mark.start : end])
    return "".join(blanked)


def _claim(row: CitedClaim) -> str:
    return _covered(row.claim, row.scope, row.citations)


def _verified(
    citations: Sequence[_Citation], source: CitedSource, ranker: ClaimRanker, reading: Reading
) -> CitedSource:
    """Give citations of a work what its source has for them, and return how that was read."""
    if source.article is not None:
        whole = source.article.text
        try:
            parts = article_parts(source.article, source.file, captions=reading.captions)
            text = ranker.source(parts)
            found = ranker([_claim(citation.row) for citation in citations], text)
        except CitalignError as error:
            source = source._replace(state="unread", article=None, reason=described(error))
        else:
            for citation, one in zip(citations, found, strict=True):
                citation.row.evidence = one.places
                if one.support is not None:
                    citation.row.support = one.support
            _check_quotations(citations, text, whole)
    for citation in citations:
        citation.row.state = source.state
        for name, value in (
            ("source", source.file),
            ("found_by", source.found_by),
            ("reason", source.reason),
        ):
            if value:
                setattr(citation.row, name, value)
    return source


def _check_quotations(citations: Sequence[_Citation], source: SourceText, text: str) -> None:
    if any(citation.quotations for citation in citations):
        quoted = quoted_source(source, text)
        for citation in citations:
            rows: list[QuotedWords] = [check_quotation(q, quoted) for q in citation.quotations]
            if rows:
                citation.row.quotations = rows


def _wanted(by_work: dict[int, list[_Citation]], found: CitedSources) -> list[WantedWork]:
    """Return the works without full text, those with most citations first."""
    wanted = [
        WantedWork(
            citations[0].row.cited,
            found.of_works[number].state,
            len(citations),
            found.of_works[number].reason,
        )
        for number, citations in sorted(by_work.items())
        if found.of_works[number].state != "full text"
    ]
    return sorted(wanted, key=lambda one: -one.citations)
