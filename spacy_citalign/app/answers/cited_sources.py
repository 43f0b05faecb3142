"""The sources of cited works among files: for each work its article, or why there is none.

Every file is read once. An article is kept only where it may be a work that is cited, so that
memory grows with what is cited and not with the library.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, NamedTuple

from ...citations.work_names import IDENTIFIERS
from ...errors import InputError
from ...inputs.article_files import ArticleFile, Found, article_files, read_file
from ...inputs.articles import Article, CitedWork, Passage, References
from ...inputs.assembly import About, assemble
from ...inputs.records import Format, Reading, Record
from ...inputs.refusals import PUBMED, UnreadKindError
from ...inputs.sources import read_records
from ...words.function_words import is_english
from .evidence_docs import article_parts
from .source_matching import Candidate, FoundBy, UnreadFile, WantedWorks, unread_file

SourceState = Literal["full text", "abstract", "other language", "unread", "missing"]

_ABSTRACT = "Abstract"


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
        is_pdf: whether the file is a PDF.
        path: of the file, or of the archive.
    """

    state: SourceState
    article: Article | None = None
    file: str = ""
    found_by: FoundBy = ""
    reason: str = ""
    is_pdf: bool = False
    path: Path | None = None


@dataclass
class CitedSources:
    """The sources of works.

    Attributes:
        of_works: one for each work, in the same order.
        files: how many files were looked at.
        articles: how many articles they have.
        problems: of files that cannot be read, each once; they begin with the name.
        left_out: how many files are of kinds that are not read, by kind.
    """

    of_works: list[CitedSource] = field(default_factory=list)
    files: int = 0
    articles: int = 0
    problems: list[str] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)

    def counts(self) -> Counter[SourceState]:
        """Return how many works are in each state."""
        return Counter(source.state for source in self.of_works)


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
                found.left_out[content.what] += 1
            elif isinstance(content, InputError):
                problems[str(content)] = None
                unread.append(unread_file(name, str(content), file.path))
            else:
                found.articles += 1
                candidate = wanted.candidate(content, name, file.path)
                if candidate is not None:
                    candidates.append(candidate)
        on_file(file)
    candidates.sort(key=lambda one: one.file)
    candidates.sort(key=lambda one: one.worth, reverse=True)
    found.problems = list(problems)
    matched = wanted.matched(candidates)
    by_file = wanted.matched_by_file(unread)
    for number in range(len(works)):
        if number in matched:
            place, found_by = matched[number]
            found.of_works.append(_source(candidates[place], found_by))
        elif number in by_file:
            lost = by_file[number]
            found.of_works.append(
                CitedSource("unread", None, lost.file, "file name", lost.reason, path=lost.path)
            )
        else:
            found.of_works.append(CitedSource("missing"))
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
    passages = [Passage(title, "title", (), [])] + [
        Passage(one, "abstract", (), []) for one in lines
    ]
    ids = {kind: str(record.meta.get(kind, "")) for kind in IDENTIFIERS}
    about = About(title, str(record.meta.get("journal", "")), str(record.meta.get("year", "")))
    return assemble(passages, References([], {}, [], {}), about, ids, str(record.id), ())


def _source(candidate: Candidate, found_by: FoundBy) -> CitedSource:
    article = candidate.article
    state: SourceState = "full text"
    try:
        parts = article_parts(article, candidate.file)
    except InputError as error:
        reason, path = str(error), candidate.path
        return CitedSource("unread", None, candidate.file, found_by, reason, path=path)
    if not is_english(part.text for part in parts):
        state = "other language"
    elif all(part.section == _ABSTRACT for part in parts):
        state = "abstract"
    if not any(getattr(article, kind) for kind in IDENTIFIERS):
        article = replace(article, id=candidate.file)
    return CitedSource(
        state, article, candidate.file, found_by, "", bool(article.pages), candidate.path
    )
