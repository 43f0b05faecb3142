"""Claims against texts: plain strings in one call, and files of claims with their sources."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ...claim_rows import SourcedClaim
from ...corpora.json_lines import read_json_lines
from ...errors import CitalignError, InputError, described, printable
from ...inputs.article_files import PlainText, article_files, read_file
from ...inputs.articles import Article
from ...inputs.manuscripts.plain_text import text_source
from ...inputs.records import Reading
from ...schema import SCHEMA, CitedWork
from ...words.english import is_english
from ..answers.cited_sources import CitedSource, find_named, named_identifier
from ..answers.events import SILENT, Events
from ..answers.source_matching import is_abstract
from .ranking import ClaimRanker, shipped_ranker, verified
from .results import Verification, WantedWork

_HALF_CHARACTER = re.compile("[\ud800-\udfff]")
_SHAPE = '{"claim": "...", "source": "article.xml"}'


class Claim(NamedTuple):
    """A claim and its source: the text, else a file or an identifier."""

    claim: str
    text: str | None
    source: str


def verify(
    claims: str | Sequence[str] | Sequence[Mapping[str, str]],
    text: str | None = None,
    *,
    limit: int | None = None,
    threshold: float | None = None,
    pipeline: str | None = None,
) -> list[SourcedClaim]:
    """Return for each claim how far a text supports it, and where to read.

    The shipped pipeline is loaded at the first call, which takes about a second. Nothing of the
    result is a verdict: ``support`` is the probability that the text is the one that says it, where
    it is that or another of its field equally often; ``evidence`` are places to read.

    >>> import spacy_citalign
    >>> text = "We watched frogs. In all ponds the frogs woke before the rain."
    >>> [row] = spacy_citalign.verify(["Frogs woke before rain."], text)
    >>> row.evidence[0].text, row.missing_words, row.opposite
    ('In all ponds the frogs woke before the rain.', [], [])

    Args:
        claims: sentences, marks of citation in them count for nothing; or one. Or claims with
            their own texts, {"claim": "...", "text": "..."}, or files of articles, {"claim": "...",
            "source": "article.xml"}.
        text: in which they are looked for; paragraphs are divided by blank lines.
        limit: places of a claim at most, by default 5.
        threshold: least probability of a place, by default .05.
        pipeline: one with an ``evidence_ranker``; None: the one that ships.

    Returns:
        A row a claim, in their order; offsets of places are those of the text given.

    Raises:
        InputError: a claim has neither text nor source, or is no string; a file cannot be read, or
            a text is too long.
        SettingError: a setting is out of range, or the pipeline does not load.
    """
    listed = [claims] if isinstance(claims, str) else [*claims]
    asked = [_claim(one, text, number) for number, one in enumerate(listed, start=1)]
    if limit is None and threshold is None and pipeline is None:
        ranker = shipped_ranker()
    else:
        ranker = ClaimRanker(*([pipeline] if pipeline else []), limit=limit, threshold=threshold)
    found = verify_claims(asked, ranker)
    for row in found.rows:
        if row.state in ("missing", "unread"):
            raise InputError(row.reason or f"{row.source} does not exist")
    return [*found.rows]


def verify_claims(
    claims: Sequence[Claim],
    ranker: ClaimRanker,
    sources: Sequence[Path] = (),
    folder: Path | None = None,
    events: Events = SILENT,
) -> Verification:
    """Return for each claim what its source has for it.

    Args:
        claims: with their sources.
        ranker: ranks the sentences.
        sources: files, folders and archives in which identifiers are looked for.
        folder: from which files are named; None for the one that is worked in.
        events: are told what happens.

    Raises:
        InputError: a path of sources does not exist.
    """
    groups: defaultdict[tuple[str | None, str], list[int]] = defaultdict(list)
    for number, claim in enumerate(claims):
        groups[claim.text, claim.source].append(number)
    named = [source for text, source in groups if text is None]
    found = _sources(named, sources, folder or Path())
    rows = [SourcedClaim(schema_version=SCHEMA, claim=claim.claim) for claim in claims]
    problems: dict[str, None] = {}
    wanted = []
    for (text, name), numbers in groups.items():
        source = found[name] if text is None else _given(text)
        own = [rows[number] for number in numbers]
        source, _ = verified(own, [row.claim for row in own], source, ranker)
        if source.reason:
            problems.setdefault(source.reason)
        if source.state != "full text":
            known = {"key": name or "the text"} | named_identifier(name)
            work = CitedWork.model_validate(known)
            wanted.append(WantedWork(work, source.state, len(numbers), source.reason))
    for line in problems:
        events.on_message(line)
    wanted.sort(key=lambda one: -one.citations)
    return Verification(rows, wanted, [], [*problems], 0, len(found))


def read_claims(path: Path) -> list[Claim]:
    """Return the claims of a file in JSON Lines.

    Raises:
        InputError: it cannot be read, or a line is no claim.
    """
    return [
        *read_json_lines(
            path, lambda row, _: _claim(row, None, 0), wanted="a file of claims", shape=_SHAPE
        )
    ]


def _claim(given: Any, text: str | None, number: int) -> Claim:
    where = f"claim {number} " if number else ""
    if isinstance(given, str) and text is not None:
        return _whole(Claim(given, text, ""), where)
    if isinstance(given, str):
        raise InputError(f"{where}has no text; give verify(claims, text), or {_SHAPE}")
    if not isinstance(given, Mapping):
        raise InputError(f"{where}is of type {type(given).__name__}; give a string, or {_SHAPE}")
    own = given.get("text", text)
    values = {"claim": given.get("claim"), "source": given.get("source", ""), "text": own}
    for name, value in values.items():
        if not isinstance(value, str) and not (name == "text" and value is None):
            raise InputError(f'{where}has no string as "{name}"; a claim is {_SHAPE}')
    if own is None and not values["source"]:
        raise InputError(f'{where}has neither "source" nor "text"; a claim is {_SHAPE}')
    return _whole(Claim(str(values["claim"]), own, str(values["source"])), where)


def _whole(claim: Claim, where: str) -> Claim:
    """Return a claim of whole characters.

    Raises:
        InputError: it has halves, which no file of UTF-8 can hold.
    """
    for text in claim:
        if text and (half := _HALF_CHARACTER.search(text)):
            raise InputError(f"{where}has half a character, {half[0]!a}; write the whole or none")
    return claim


def _sources(named: Sequence[str], files: Sequence[Path], folder: Path) -> dict[str, CitedSource]:
    """Return the sources that are named, by files or by identifiers among files."""
    found: dict[str, CitedSource] = {}
    for name in named:
        path = folder / name
        found[name] = _read(path) if _is_there(path) else CitedSource("missing", None, name)
    if files:
        left = [name for name, source in found.items() if source.state == "missing"]
        found |= find_named(left, files)
    return found


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # its name is too long, or has what no name has
        return False


def _read(path: Path) -> CitedSource:
    """Return the one article of a file."""
    name = printable(path)
    try:
        contents = [*_contents(path)]
        if len(contents) != 1:
            raise InputError(f"{name} has {len(contents)} articles; give one a file")
    except CitalignError as error:
        return CitedSource("unread", None, name, "", described(error))
    return _stated(contents[0], name)


def _contents(path: Path) -> Iterator[Article]:
    for file in article_files([path]):
        for name, content in read_file(file, Reading()):
            if isinstance(content, InputError):
                raise content
            if isinstance(content, PlainText):
                yield text_source(name, content.text)
            else:
                yield content


def _given(text: str) -> CitedSource:
    return CitedSource("full text", text_source("the text", text))


def _stated(article: Article, name: str) -> CitedSource:
    """Return an article with what it is: full text, an abstract, another language."""
    if not is_english(article.text[one.start : one.end] for one in article.paragraphs):
        return CitedSource("other language", article, name)
    return CitedSource("abstract" if is_abstract(article) else "full text", article, name)
