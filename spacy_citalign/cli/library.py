"""`citalign library ...`: a file that keeps what articles say, to be asked again and again."""

from pathlib import Path
from typing import Annotated

import typer

from ..app.pipelines import SHIPPED
from ..app.processes import check_n_process
from ..app.report.notices import noted
from ..memory import FREE
from .console import clear_errors, exit_if, say, shown_events
from .options import (
    ArticleFormat,
    Captions,
    ListSkipped,
    MaxMemory,
    NProcess,
    Quiet,
    SentenceBefore,
    SentencePipeline,
    Tables,
    article_reading,
)

Library = Annotated[Path, typer.Argument(metavar="LIBRARY", help="The file of the library.")]

_PAGE = 1_000  # articles that are read at once


def retracted(
    library: Library,
    lists: Annotated[
        list[Path],
        typer.Argument(
            metavar="LIST...",
            help="Retraction Watch's table (.csv), or files with a DOI or PMID a line, its date "
            "behind it or not; plain or packed.",
        ),
    ],
    replace: Annotated[
        bool, typer.Option("--replace", help="Forget what all earlier lists said.")
    ] = False,
    quiet: Quiet = False,
) -> None:
    """Say which articles were retracted, by lists of notices.

    Works and citing articles have the notice wherever they are shown from now on, answers that are
    kept included, with how many sentences are of articles of later years than it; rows have it as
    "retracted". An expression of concern, a correction and a reinstatement are told as what they
    are. A list may name any number of articles that the library has not: they count once they are
    added. A newer list replaces what an earlier one says of the same article.
    """
    from ..app.library.retractions.retractions import add_retractions

    summary = add_retractions(library, lists, replace=replace)
    say(*summary.problems)
    if not quiet:
        say(str(summary))


library_app = typer.Typer(
    name="library",
    help="Keep articles in a library, a file that answers what works are cited for.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


def add(
    library: Annotated[
        Path, typer.Argument(metavar="LIBRARY", help="The file; it is made where there is none.")
    ],
    articles: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[ARTICLES]...",
            help="Files, folders and archives of articles, as `citalign citances` reads them; "
            "files of rows that `citalign citances` or `citalign annotate` wrote, .jsonl or "
            ".parquet. None bring a library of an older version up to date.",
        ),
    ] = None,
    pipeline: SentencePipeline = SHIPPED,
    captions: Captions = False,
    sentence_before: SentenceBefore = False,
    tables: Tables = False,
    texts: Annotated[
        bool | None,
        typer.Option(
            help="Keep the texts of articles, in which evidence is looked for; the default is as "
            "before, in a new library to keep them."
        ),
    ] = None,
    replace: Annotated[
        bool,
        typer.Option(
            "--replace",
            help="Take these articles in place of other versions of them, whichever is better.",
        ),
    ] = False,
    input_format: ArticleFormat = "auto",
    list_skipped: ListSkipped = False,
    n_process: NProcess = None,
    max_memory: MaxMemory = FREE,
    quiet: Quiet = False,
) -> None:
    """Add articles to a library.

    An article is in once: what is in already, by its content or by an identifier, is left out; of
    two versions the one with more citations is kept. All articles of a library are read alike: with
    captions, tables and sentences before, or without, as the first were. A file that cannot be read
    is listed by `citalign library failed`, until it is read.

    An add that is interrupted goes on when the same command is given again: nothing is in twice or
    lost. The exit status is 0 if all went well, 1 if articles failed, 2 if it could not go on.
    """
    from ..app.library.adding.adding import add as add_articles

    check_n_process(n_process)
    with shown_events(quiet=quiet) as events:
        summary = add_articles(
            library,
            articles or [],
            reading=article_reading(input_format, captions, sentence_before, tables),
            texts=texts,
            pipeline=pipeline,
            n_process=n_process,
            replace=replace,
            list_skipped=list_skipped,
            events=events,
        )
    if not quiet:
        say(str(summary), *summary.problems)
    exit_if(summary.failed)


def list_articles(library: Library) -> None:
    """List the articles of a library, each with how many sentences of it cite how many works."""
    from ..app.library.asking.entries import Entries
    from ..app.library.database import reading

    with reading(library) as connection:
        typer.echo(f"{'citances':>9}{'works':>9}  article")
        start = 0
        while entries := Entries(connection).articles(start, _PAGE):
            for one in entries:
                title = f": {one.article.title}" if one.article.title else ""
                typer.echo(
                    f"{one.citances:>9}{one.works:>9}  {one.name}{noted(one.article)}{title}"
                )
            start += _PAGE


def failed(library: Library) -> None:
    """List the files, and articles of archives, that could not be read when they were added."""
    from ..app.library.database import reading

    with reading(library) as connection:
        for file, problem in connection.execute(
            "SELECT file, problem FROM failures ORDER BY file, id"
        ):
            typer.echo(f"{file}: {problem}")


def remove(
    library: Library,
    articles: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[ARTICLE]...",
            help="DOI, PMID, PMCID or arXiv id of an article, or its name in the list.",
        ),
    ] = None,
    files: Annotated[
        list[Path] | None,
        typer.Option("--file", help="All articles of this file; give it again for more."),
    ] = None,
    quiet: Quiet = False,
) -> None:
    """Remove articles from a library, with all that they say.

    Works that no other article cites go with them. A file that is given to `citalign library add`
    again is read again. The exit status is 1 where an article is not in.
    """
    from ..app.library.adding.removing import remove as remove_articles

    summary = remove_articles(library, articles or [], files=files or [])
    say(*(f"{library} has no article {name}" for name in summary.missing))
    if not quiet:
        say(str(summary))
    exit_if(len(summary.missing))


def info(library: Library) -> None:
    """Say how much is in a library, and how its articles are read."""
    from ..app.library.database import reading
    from ..app.library.settings import facts

    with reading(library) as connection:
        for name, value in facts(connection, library):
            typer.echo(f"{name:>20}  {value}")


for _name, _command in (
    ("add", add),
    ("list", list_articles),
    ("failed", failed),
    ("remove", remove),
    ("info", info),
    ("retracted", retracted),
):
    library_app.command(_name)(clear_errors(_command))
