"""The citations of manuscripts, and what the sources that they cite have for each."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from ...citations.scope.word_scope import find_scope
from ...claim_rows import CitedClaim, OtherSource
from ...components.articles.docs import SentenceFinder
from ...components.articles.reading import from_article
from ...errors import printable
from ...evidence.terms import stems, word_spans
from ...inputs.articles import CitedWork as ListedWork
from ...inputs.manuscripts.reader import read_manuscript
from ...inputs.manuscripts.records import Manuscript, Place
from ...inputs.records import Reading
from ...schema import SCHEMA, Citance, CitationMark, CitedWork, Span
from ..answers.article_citances import collect_article
from ..answers.cited_sources import CitedSource, CitedSources, find_sources
from ..answers.events import SILENT, Events, Stage
from .quotations import at_citation, check_quotation, quoted_source
from .ranking import ClaimRanker, verified
from .results import Verification, WantedWork

_LEAST = 4  # words that a mark covers, where another mark of the work is in the sentence
_WORD = re.compile(r"\w+")
# Behind a mark: ", pp. 7-9", ", Fig. 2".
_LOCATOR = re.compile(
    r",?\s{0,3}(?:pp?|ch(?:ap(?:ter)?)?|sec(?:tion)?|fig(?:ure)?s?|tables?|eqs?|vol|no)\b\.?"
    r"\s{0,3}\d[\d\s,\u2013-]{0,20}",
    re.IGNORECASE,
)
_MORE = 2  # words that another source has besides; and so many for each that it lacks


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
    events: Events = SILENT,
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
    reading = reading or Reading()
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
        files = count(1)
        found = find_sources(works, sources, reading, lambda _: stage.advance(0, next(files)))
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
    citations = sentence.citations or ()
    marks = [(mark.start, mark.end, bool(mark.cites)) for mark in citations]
    whole = find_scope(sentence.text, marks)
    found: list[tuple[int, list[Span]]] = []
    for unit in (unit for unit in whole.units if unit.cites):
        own = [(a, b, cites and unit.start <= a < unit.end) for a, b, cites in marks]
        found.append(
            (next(a for a, _, is_own in own if is_own), [*find_scope(sentence.text, own).spans])
        )
    # Where the words of each scope begin, without marks.
    words = [
        {word.start() for word in _WORD.finditer(_covered(sentence.text, scope, citations))}
        for _, scope in found
    ]
    own_words = [one.difference(*words[:n], *words[n + 1 :]) for n, one in enumerate(words)]
    if len(found) > 1 and min(map(len, words)) >= _LEAST and all(own_words):
        return found
    return [(next((a for a, _, cites in marks if cites), 0), [*whole.spans])]


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
    rows = [citation.row for citation in citations]
    claims = [_claim(row) for row in rows]
    source, text = verified(rows, claims, source, ranker, captions=reading.captions)
    quoting = [citation for citation in citations if citation.quotations]
    if source.article is not None and quoting:
        quoted = quoted_source(text, source.article.text)
        for citation in quoting:
            citation.row.quotations = [check_quotation(q, quoted) for q in citation.quotations]
    for row in rows if source.found_by else ():
        row.found_by = source.found_by
    return source


def _wanted(by_work: dict[int, list[_Citation]], found: CitedSources) -> list[WantedWork]:
    """Return the works without full text, those with most citations first."""
    wanted = [
        WantedWork(citations[0].row.cited, source.state, len(citations), source.reason)
        for number, citations in sorted(by_work.items())
        if (source := found.of_works[number]).state != "full text"
    ]
    return sorted(wanted, key=lambda one: -one.citations)


def add_other_sources(
    citations: Sequence[tuple[int, CitedClaim, str]], stems: Mapping[int, AbstractSet[str]]
) -> None:
    """Give citations the other source that has most of what their own lacks, if any has.

    It has two of the telling words that the cited source lacks, and two more for each word that the
    cited source has and it has not.

    Args:
        citations: number of the work, row, and its claim with blanks for what is not covered.
        stems: of each work's source all stems.
    """
    keys = {number: row for number, row, _ in citations}
    for number, row, claim in citations:
        if row.support is None or len(row.support.missing) < _MORE or number not in stems:
            continue
        first: dict[str, tuple[int, int]] = {}
        for start, end, stem in word_spans(claim):
            first.setdefault(stem, (start, end))
        missing = {stem for stem, span in first.items() if span in row.support.missing}
        held = {stem for stem in first if stem in stems[number]}
        best: tuple[int, int] | None = None
        for other, known in stems.items():
            gained, lost = len(missing & known), len(held - known)
            if other != number and gained >= _MORE * (1 + lost):
                best = max(best or (0, 0), (gained - lost, -other))
        if best is not None:
            fitting = keys[-best[1]]
            words = sorted(first[stem] for stem in missing & stems[-best[1]])
            row.fits = OtherSource(key=fitting.key, cited=fitting.cited, words=words)
