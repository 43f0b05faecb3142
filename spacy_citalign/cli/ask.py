"""`citalign ask`: what the articles of a library say of a work, or which sentences have words."""

import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..app.answers.aligner import AlignerSetup
from ..app.output_files import HTML, check_ours, is_our_page, write_text
from ..app.pipelines import SHIPPED
from ..app.report.answer_text import answer_text, said_in
from ..app.report.notices import noted
from ..app.report.phrases import counted, printable, work_name
from ..errors import SettingError
from ..memory import FREE
from ..row_files import json_line
from .console import NOTHING_DONE, hold, say, terminal_width
from .options import (
    Abbreviations,
    AlignerPipeline,
    Fresh,
    MaxMemory,
    MinDiffers,
    TableWidth,
)

if TYPE_CHECKING:
    from ..app.library.library import Library
    from ..library_rows import WorkEntry
    from ..schema import Citance

_STATEMENTS = 5
_INDENT = "    "


def ask(
    library: Annotated[
        Path, typer.Argument(metavar="LIBRARY", help="File that `citalign library add` made.")
    ],
    work: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="WORK",
            help="DOI, PMID, PMCID or arXiv id in any spelling, a key, or words of author, year "
            "and title.",
        ),
    ] = None,
    words: Annotated[
        str | None,
        typer.Option(
            metavar="WORDS",
            help="Show the citing sentences that have all of these words, in whatever form, and "
            'the works that they cite; words in "double quotes" stand together.',
        ),
    ] = None,
    html: Annotated[
        Path | None, typer.Option("--html", help="Page of the work to write, too, .html.")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the row in JSON; with --words a sentence a line.")
    ] = False,
    evidence: Annotated[
        bool,
        typer.Option(
            "--evidence", help="Look where the work says it, if its article is in the library."
        ),
    ] = False,
    limit: Annotated[int, typer.Option(min=1, help="Sentences and works shown with --words.")] = 10,
    threshold: Annotated[
        float | None, typer.Option(help="Least mean similarity of a class, 0.05 to 1.")
    ] = None,
    min_differs: MinDiffers = None,
    abbreviations: Abbreviations = False,
    pipeline: AlignerPipeline = SHIPPED,
    fresh: Fresh = False,
    width: TableWidth = None,
    max_memory: MaxMemory = FREE,
) -> None:
    """Show what the articles of a library say of a work that they cite.

    The answer is that of `citalign report` over the same articles. It is kept in the library, where
    this can be written, and given again at once until an article that cites the work comes or goes,
    or the pipeline changes.

    A name that fits several works shows these, the most cited first, and answers nothing. The exit
    status is 0 if all went well, 2 if there is no answer.
    """
    from ..app.library.asking.entries import SeveralWorksError
    from ..app.library.library import Library

    name = " ".join(work or ()).strip()
    if bool(name) == bool(words):
        raise SettingError('give a work, or words of sentences: --words "wound healing"')
    if html is not None:
        if words:
            raise SettingError("--html is the page of a work; leave it out with --words")
        hold(html, [library], HTML)
        check_ours(html, is_our_page, fresh=fresh)
    width = terminal_width(width, least=40)
    setup = AlignerSetup(
        pipeline, threshold=threshold, abbreviations=abbreviations, min_differs=min_differs
    )
    with Library(library, setup=setup) as opened:
        if words:
            _show_sentences(opened, words, limit, width, as_json=as_json)
            return
        try:
            answer = opened.ask(name, evidence=evidence)
        except SeveralWorksError as error:
            problem = f"{printable(name)!r} fits these works; give the key of one, or more words"
            say(*_entry_lines(error.works, width), f"error: {problem}")
            raise typer.Exit(NOTHING_DONE) from error
        facts = opened.facts()
    if html is not None:
        from ..app.report.alignment_page import alignment_page

        introduction = f"From {library.name}, {counted(facts.articles, 'article')}."
        title = f"What is said of {work_name(answer.cited)}"
        write_text(html, alignment_page([answer], title=title, introduction=introduction))
    if as_json:
        typer.echo(json_line(answer), nl=False)
        return
    typer.echo(answer_text([answer], width=width, statements=_STATEMENTS))
    if not answer.statements:
        for citance in answer.citances[:_STATEMENTS]:
            typer.echo("\n".join(_citance_lines(citance, width)))
    typer.echo(f"{_INDENT}{answer.cited.key}")
    if evidence and answer.cited.article is None:
        say("its own article is not in the library: there is no evidence to show")
    if html is not None:
        say(f"page -> {html}")


def _show_sentences(
    library: "Library", words: str, limit: int, width: int, *, as_json: bool
) -> None:
    """Print the sentences that have words, and the works that they cite."""
    found = library.citances(words, limit=limit)
    if as_json:
        for one in found:
            typer.echo(json_line(one), nl=False)
        return
    if not found:
        say(f"no citing sentence has all of the words {printable(words)!r}")
        return
    for one in found:
        shown = [*_citance_lines(one.citance, width), *_work_lines(one.works, width)]
        typer.echo("\n".join(shown))
    works = library.works_of_words(words, limit)
    typer.echo("\nThe works that most of such sentences cite:")
    for entry, count in works:
        before = f"  {counted(count, 'sentence')}: "
        room = max(width - len(before), 20)
        typer.echo(before + textwrap.shorten(_entry_text(entry), room, placeholder=" ..."))


def _citance_lines(citance: "Citance", width: int) -> Iterator[str]:
    """Yield where a citing sentence stands, and the sentence."""
    name = f"{citance.article_name}{noted(citance.article)}"
    where = ", ".join(filter(None, [name, citance.section]))
    yield textwrap.shorten(printable(where), width, placeholder=" ...")
    yield from textwrap.wrap(
        printable(citance.text), width, initial_indent="  ", subsequent_indent="  "
    )


def _work_lines(works: "list[WorkEntry]", width: int) -> Iterator[str]:
    """Yield the works that a sentence cites."""
    for work in works:
        text = f"cites {_entry_text(work)}"
        yield _INDENT + textwrap.shorten(text, width - len(_INDENT), placeholder=" ...")


def _entry_lines(works: "list[WorkEntry]", width: int) -> Iterator[str]:
    """Yield lines on works that a name fits: how often each is cited, its key and its name."""
    for work in works:
        size = said_in(work.citances, work.articles)
        yield f"{printable(work.cited.key)}{noted(work.cited)}: {size}"
        name = textwrap.shorten(work_name(work.cited), width - len(_INDENT), placeholder=" ...")
        yield _INDENT + name


def _entry_text(work: "WorkEntry") -> str:
    return f"{printable(work.cited.key)}{noted(work.cited)}, {work_name(work.cited)}"
