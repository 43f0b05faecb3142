"""`citalign verify`: whether sources have what a manuscript, or a file of claims, says of them."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from ..app.output_files import HTML, JSONL, check_ours, is_our_page, write_lines
from ..app.pipelines import SHIPPED
from ..app.report.verification_views import TITLE, verification_page, verification_text
from ..errors import SettingError
from ..memory import FREE
from ..row_files import json_line
from .console import exit_if, hold, say, shown_events, terminal_width
from .options import (
    Captions,
    EvidencePipeline,
    Fresh,
    Html,
    MaxMemory,
    Quiet,
    TableWidth,
    article_reading,
    output_option,
    probability_option,
)


def verify(
    inputs: Annotated[
        list[Path],
        typer.Argument(
            metavar="MANUSCRIPTS_OR_CLAIMS...",
            help="Manuscripts in Markdown (.md, .qmd, .Rmd), LaTeX (.tex) or any format of "
            "articles; or one file of claims, .jsonl.",
        ),
    ],
    sources: Annotated[
        list[Path] | None,
        typer.Option(
            help="File, folder or archive of the cited articles; give the option again for more."
        ),
    ] = None,
    bibliography: Annotated[
        list[Path] | None,
        typer.Option(
            help="BibTeX or CSL-JSON, besides those that the manuscript names; give it again for "
            "more."
        ),
    ] = None,
    fail_below: Annotated[
        float | None,
        probability_option("Exit with status 1 if a citation has less support than this."),
    ] = None,
    fail_missing: Annotated[
        bool,
        typer.Option(
            "--fail-missing",
            help="Exit with status 1 if a source is missing, cannot be read, is an abstract alone "
            "or in another language than English.",
        ),
    ] = False,
    output: Annotated[
        Path | None, output_option("File to write, too, .jsonl, a line a citation.")
    ] = None,
    html: Html = None,
    show: Annotated[
        Literal["all", "first"],
        typer.Option(help="Print all citations, or those to look at first."),
    ] = "all",
    limit: Annotated[
        int | None, typer.Option(min=1, help="Places of each citation. Default: the pipeline's.")
    ] = None,
    threshold: Annotated[
        float | None,
        probability_option("Least probability of a place. Default: the pipeline's."),
    ] = None,
    captions: Captions = False,
    width: TableWidth = None,
    pipeline: EvidencePipeline = SHIPPED,
    fresh: Fresh = False,
    max_memory: MaxMemory = FREE,
    quiet: Quiet = False,
) -> None:
    """Show for each citation of a manuscript where its source says it, or that it was not found.

    Sources are found among the files by DOI, PMID, PMCID or arXiv id, else by title, first author
    and year, else by a file that is named as the key is. Of each citation the words that its mark
    covers are looked for in the source: "support" is the probability that this is the article that
    says them, where it is that or another of its field equally often, and the places are evidence
    to read. Words that say the opposite and quotations that are not verbatim are told. Nothing of
    it is a verdict.

    A file of claims has lines {"claim": "...", "source": "..."}: a file, from the folder of the
    file of claims, or an identifier that is looked for among --sources; or {"claim", "text"}.

    The exit status is 0; 1 if a citation has less support in a full text than --fail-below, or with
    --fail-missing a source is not at hand in full; 2 if the input is bad.
    """
    claims = _is_of_claims(inputs)
    given = [*inputs, *(sources or ()), *(bibliography or ())]
    hold(output, given, JSONL)
    hold(html, given, HTML, name="page")
    if html is not None:
        check_ours(html, is_our_page, fresh=fresh)
    from ..app.verification.claims import read_claims, verify_claims
    from ..app.verification.manuscripts import verify_manuscripts
    from ..app.verification.ranking import ClaimRanker

    if claims:
        if bibliography:
            raise SettingError("--bibliography is for manuscripts; claims name their sources")
        read = read_claims(inputs[0])
    elif not sources:
        raise SettingError(
            "no --sources are given; give the folder of the cited articles, which are looked into"
        )
    ranker = ClaimRanker(pipeline, limit=limit, threshold=threshold)
    with shown_events(quiet=quiet) as events:
        if claims:
            found = verify_claims(read, ranker, sources or (), inputs[0].parent, events)
        else:
            found = verify_manuscripts(
                inputs,
                sources or (),
                ranker,
                bibliographies=bibliography or (),
                reading=article_reading(captions=captions),
                events=events,
            )
    if not quiet:
        for line in verification_text(
            found.rows, width=terminal_width(width), first=show == "first"
        ):
            typer.echo(line)
    if output is not None:
        write_lines(output, map(json_line, found.rows))
    if html is not None:
        title = TITLE if claims else f"{TITLE}: {', '.join(path.name for path in inputs)}"
        write_lines(html, verification_page(found, title=title))
    if not quiet:
        where = " ".join(f"-> {path}" for path in (output, html) if path is not None)
        say(f"{found} {where}".rstrip(), *found.to_get())
    low = fail_below is not None and bool(found.below(fail_below))
    exit_if(low or (fail_missing and found.without_text() > 0))


def _is_of_claims(inputs: list[Path]) -> bool:
    """Return whether the input is a file of claims.

    Raises:
        SettingError: it is, and there are others.
    """
    claims = [path for path in inputs if path.suffix == JSONL]
    if claims and len(inputs) > 1:
        raise SettingError(f"{claims[0]} is a file of claims; give it alone")
    return bool(claims)
