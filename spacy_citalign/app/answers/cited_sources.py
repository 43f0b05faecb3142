"""The sources of cited works among files: for each work its article, or why there is none.

Every file is read once. An article is kept only where it may be a work that is cited, so that
memory grows with what is cited and not with the library.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, NamedTuple

from ...citations.works.work_names import IDENTIFIERS
from ...errors import InputError
from ...inputs.article_files import ArticleFile, Found, article_files, read_file
from ...inputs.article_parts.assembly import About, assemble
from ...inputs.articles import Article, CitedWork, Passage, References
from ...inputs.file_types.refusals import PUBMED, UnreadKindError
from ...inputs.records import Format, Reading, Record
from ...inputs.sources.files import read_records
from ...words.english import is_english
from ...words.identifiers import identifier, identifiers_in_links
from .evidence_docs import article_parts
from .source_matching import Candidate, FoundBy, UnreadFile, WantedWorks, unread_file

SourceState = Literal["full text", "abstract", "other language", "unread", "missing"]

_ABSTRACT = "Abstract"
_KINDS = ("doi", "pmid", "arxiv", "pmcid")
_PMID = re.compile(r"[0-9]{1,9}")


class CitedSource(NamedTuple):
    """What is at hand of a cited work.

    Attributes:
        state: "full text"; "abstract": nothing but that; "other language": few words of it are
            English; "unread": its file cannot be read; "missing": it is not among the files.
        article: of the first three.
        file: its name below the folder that was given, with the member's behind a slash for an
            archive; "" where it is missing.
        found_by: what it was found by.
        reason: why it cannot be read.
    """

    state: SourceState
    article: Article | None = None
    file: str = ""
    found_by: FoundBy = ""
    reason: str = ""


@dataclass
class CitedSources:
    """The sources of works.

    Attributes:
        of_works: one for each work, in the same order.
        files: how many files were looked at.
        problems: of files that cannot be read, each once; they begin with the name.
    """

    of_works: list[CitedSource] = field(default_factory=list)
    files: int = 0
    problems: list[str] = field(default_factory=list)


def find_sources(
    works: Sequence[CitedWork],
    paths: Sequence[Path],
    reading: Reading | None = None,
    on_file: Callable[[ArticleFile], object] = lambda file: None,
) -> CitedSources:
    """Return the sources of cited works among files, folders and archives.

    Works are found by DOI, PMID, PMCID or arXiv id, where titles agree; else by title, first author
    and year, titles nearly the same and years one apart at most; else by a file that is named as
    the work's key is. Of several versions the one with the full text and with markup is taken.

    Args:
        works: what is cited; ``id`` is the key.
        paths: files, folders and archives.
        reading: how articles are read.
        on_file: is told each file when it has been read.

    Raises:
        InputError: a path does not exist, or a folder has no file.
    """
    wanted = WantedWorks(works)
    found = CitedSources()
    candidates: list[Candidate] = []
    unread: list[UnreadFile] = []
    problems: dict[str, None] = {}
    for file in article_files(paths):
        found.files += 1
        for name, content in _contents(file, reading or Reading()):
            if isinstance(content, UnreadKindError):
                continue
            if isinstance(content, InputError):
                problems[str(content)] = None
                unread.append(unread_file(name, str(content)))
            elif candidate := wanted.candidate(content, name):
                candidates.append(candidate)
        on_file(file)
    candidates.sort(key=lambda one: one.file)
    candidates.sort(key=lambda one: one.worth, reverse=True)
    found.problems = list(problems)
    matched = wanted.matched(candidates)
    by_file = wanted.matched_by_file(unread)
    for number in range(len(works)):
        source = CitedSource("missing")
        if number in matched:
            place, found_by = matched[number]
            source = _source(candidates[place], found_by)
        elif lost := by_file.get(number):
            source = CitedSource("unread", None, lost.file, "file name", lost.reason)
        found.of_works.append(source)
    return found


def _contents(file: ArticleFile, reading: Reading) -> Iterator[Found]:
    """Yield what a file has; of PubMed's XML the abstracts."""
    for found in read_file(file, reading):
        if isinstance(found.content, InputError) and PUBMED.message in str(found.content):
            for record in read_records([file.path], Format.pubmed):
                yield Found(file.name, _abstract(record))
        else:
            yield found


def _abstract(record: Record) -> Article | InputError:
    """Return a record of PubMed as an article that has an abstract alone."""
    if record.text is None:
        return InputError(f"{record.source}: {record.error}")
    title, *lines = record.text.split("\n")
    passages = [Passage(one, "abstract", (), []) for one in lines]
    passages.insert(0, Passage(title, "title", (), []))
    ids = {kind: str(record.meta.get(kind, "")) for kind in IDENTIFIERS}
    about = About(title, str(record.meta.get("journal", "")), str(record.meta.get("year", "")))
    return assemble(passages, References([], {}, [], {}), about, ids, str(record.id), ())


def _source(candidate: Candidate, found_by: FoundBy) -> CitedSource:
    article = candidate.article
    state: SourceState = "full text"
    try:
        parts = article_parts(article, candidate.file)
    except InputError as error:
        return CitedSource("unread", None, candidate.file, found_by, str(error))
    if not is_english(part.text for part in parts):
        state = "other language"
    elif all(part.section == _ABSTRACT for part in parts):
        state = "abstract"
    if not any(getattr(article, kind) for kind in IDENTIFIERS):
        article = replace(article, id=candidate.file)
    return CitedSource(state, article, candidate.file, found_by)


def named_identifier(name: str) -> dict[str, str]:
    """Return the identifier that a name is, by its kind; {} where it is none.

    >>> named_identifier("https://doi.org/10.5555/ZK.1"), named_identifier("PMID: 77")
    ({'doi': '10.5555/zk.1'}, {'pmid': '77'})
    >>> named_identifier("frogs2004.xml")
    {}
    """
    name = name.strip()
    if found := identifiers_in_links([name]):
        return dict([*found.items()][:1])
    before, colon, value = name.partition(":")
    is_named = bool(colon) and before.lower() in _KINDS
    for kind in [before.lower()] if is_named else _KINDS:
        text = value.strip() if is_named else name
        if kind != "pmid" or _PMID.fullmatch(text):
            found_kind, usual = identifier(kind, text)
            if found_kind:
                return {found_kind: usual}
    return {}


def _named_work(name: str, known: Mapping[str, str]) -> CitedWork:
    """Return a work of which nothing is known but an identifier."""
    doi, pmid, pmcid, arxiv = (known.get(kind, "") for kind in ("doi", "pmid", "pmcid", "arxiv"))
    return CitedWork(name, 1, "", doi, pmid, pmcid, arxiv, "", "", "", "", "")


def find_named(
    names: Sequence[str], paths: Sequence[Path], reading: Reading | None = None
) -> "dict[str, CitedSource]":
    """Return the sources that identifiers name, each by its name; others have no entry.

    Args:
        names: what they are called; of those that are no identifiers nothing is returned.
        paths: files, folders and archives of articles.
        reading: how these are read.

    Raises:
        InputError: a path does not exist, or a folder has no file.
    """
    works = {name: _named_work(name, known) for name in names if (known := named_identifier(name))}
    if not works:
        return {}
    found = find_sources([*works.values()], paths, reading)
    return dict(zip(works, found.of_works, strict=True))
