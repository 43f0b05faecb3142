"""From article files to groups of citances; what `citalign citances` and `report` share."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from spacy_citalign.cli.align_records import json_line
from spacy_citalign.cli.console import Problems, Progress, noticed_interrupts
from spacy_citalign.corpora.article_files import ArticleFile
from spacy_citalign.corpora.citance_groups import iter_groups
from spacy_citalign.corpora.json_lines import json_object
from spacy_citalign.errors import CitalignError, InputError, SettingError
from spacy_citalign.report.phrases import counted

if TYPE_CHECKING:
    from spacy.language import Language

    from spacy_citalign.components.harvest import Harvest

JSONL = ".jsonl"

Captions = Annotated[
    bool, typer.Option("--captions", help="Read the captions of figures and supplements, too.")
]
Tables = Annotated[
    bool, typer.Option("--tables", help="Read tables, too, a paragraph for each cell.")
]
MinCitances = Annotated[
    int, typer.Option(min=1, help="Leave out works that fewer sentences cite.", show_default=True)
]
Cited = Annotated[
    list[str] | None,
    typer.Option(
        help="Only this work: its DOI, PMID, PMCID or key; give the option again for more.",
        metavar="ID",
    ),
]


# What people write before an identifier.
_PREFIX = re.compile(r"https?://(dx\.)?doi\.org/|(doi|pmid|pmcid):\s*", re.IGNORECASE)


class Wanted(NamedTuple):
    """Which groups are wanted: of so many citances at least, of these works or, with (), of all.

    >>> wanted = Wanted(1, ("https://doi.org/10.5555/X",))
    >>> wanted.missing([{"key": "pmid:7", "doi": "10.5555/x"}])
    []
    """

    min_citances: int
    cited: tuple[str, ...]

    def wants(self, row: Mapping[str, Any]) -> bool:
        """Whether a row of a file is wanted."""
        if len(row["citances"]) < self.min_citances:
            return False
        return not self.cited or bool(set(self.names) & _cited_as([row["cited"]]))

    @property
    def names(self) -> list[str]:
        """The works that are wanted, as written and without what stands before an identifier."""
        return [name for cited in self.cited for name in _names(cited)]

    def missing(self, works: Iterable[Mapping[str, Any]]) -> list[str]:
        """The works that were asked for and are not there."""
        there = _cited_as(works)
        return [name for name in self.cited if there.isdisjoint(_names(name))]

    @property
    def least(self) -> str:
        """How many citances a work needs, as it is said after "work"; "" for one."""
        return f" of {self.min_citances} citances or more" if self.min_citances > 1 else ""


def _names(cited: str) -> set[str]:
    return {cited.lower(), _PREFIX.sub("", cited, count=1).lower()}


def _cited_as(works: Iterable[Mapping[str, Any]]) -> set[str]:
    from spacy_citalign.citations.works import cited_as

    # Files of others may have a PMID as a number.
    return cited_as({field: str(value) for field, value in work.items()} for work in works)


def wanted_groups(min_citances: int, cited: list[str] | None) -> Wanted:
    """What the options ask for. Raises SettingError where an id is blank."""
    names = tuple(name.strip() for name in cited or ())
    if not all(_PREFIX.sub("", name, count=1) for name in names):
        raise SettingError("--cited is blank; give the DOI, PMID, PMCID or key of a work")
    return Wanted(min_citances, names)


def refuse_groups(paths: Iterable[Path]) -> None:
    """See that nobody gives groups for articles. Raises SettingError."""
    for path in paths:
        if JSONL in path.suffixes:
            raise SettingError(
                f"{path} has groups of citances and is no article; `citalign align` reads it, and "
                f"`citalign report` does, with no other inputs than {JSONL} files"
            )


def harvest_articles(
    files: Sequence[ArticleFile],
    nlp: "Language",
    problems: Problems,
    progress: Progress,
    *,
    captions: bool = False,
    tables: bool = False,
) -> "Harvest":
    """Read the articles and find their citances; a file that cannot be read is a problem."""
    from spacy_citalign.components.articles import SentenceFinder
    from spacy_citalign.components.harvest import Harvest
    from spacy_citalign.components.reading import read_article

    harvest = Harvest(SentenceFinder(nlp))
    with noticed_interrupts() as check_interrupt:
        for number, file in enumerate(files, start=1):
            # A component may raise anything; here that costs its article only.
            try:
                article = read_article(
                    file, captions=captions, tables=tables, max_length=nlp.max_length
                )
                harvest.add(article)
            except InputError as error:
                problems.add(file.path, error)
            except CitalignError:  # the pipeline cannot do it, so it can do no other article
                raise
            except Exception as error:
                check_interrupt()
                problems.add(file.path, error)
            progress.advance(file_size(file.path), number)
        check_interrupt()
    if harvest.unresolved:
        lost = counted(harvest.unresolved, "mark")
        progress.note(f"{lost} of citation without a reference in the article's list, left out")
    return harvest


def file_size(path: Path) -> int:
    """Bytes of a file, 0 where it cannot be looked at."""
    try:
        return path.stat().st_size
    except OSError:
        return 0


def total_size(files: Sequence[ArticleFile]) -> int:
    """Bytes of all files, for a progress bar."""
    return sum(file_size(file.path) for file in files)


def read_rows(path: Path) -> Iterator[tuple[int, dict[str, Any] | InputError]]:
    """The rows of a file of groups, aligned or not, with the bytes that were read for each.

    In place of a line that is no group, or one that could not be aligned, there is the error that
    says why.
    """
    read: list[bytes] = []
    number = 0
    with path.open("rb") as handle:
        for group in iter_groups(_noted(handle, read), str(path)):
            number += len(read)
            size = sum(map(len, read))
            row = _row(read[-1])  # the last line read is the group's own
            read.clear()
            if not isinstance(group, InputError):
                # The group knows its key where the row has none.
                known = {field: value for field, value in group.cited.items() if field != "key"}
                yield size, row | {"cited": {"key": group.key} | known}
            elif isinstance(row.get("error"), str):
                yield size, InputError(f"{path}, line {number}: was not aligned: {row['error']}")
            else:
                yield size, group


def _noted(lines: Iterable[bytes], read: list[bytes]) -> Iterator[bytes]:
    """The lines, each put into ``read`` as well."""
    for line in lines:
        read.append(line)
        yield line


def _row(line: bytes) -> dict[str, Any]:
    """The object of a line, {} where it is none."""
    try:
        return json_object(line.decode().removeprefix("\ufeff"))
    except (InputError, UnicodeDecodeError):
        return {}


def json_lines(rows: Iterable[dict[str, Any]]) -> Iterator[str]:
    """The groups as lines of JSON, without what an earlier alignment may have added to a row."""
    for row in rows:
        yield json_line({name: row[name] for name in ("cited", "citances")})
