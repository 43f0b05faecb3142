"""`citalign evidence`: where a cited article says what the sentences that cite it say."""

import textwrap
from collections.abc import Iterator, Sequence
from itertools import repeat
from pathlib import Path
from typing import Annotated

import typer

from ..app.answers.aligner import AlignerSetup
from ..app.answers.answer_options import AnswerOptions
from ..app.answers.cited_sources import find_named
from ..app.answers.evidence_docs import (
    caveats,
    evidence_doc,
    only_evidence,
    record_parts,
    set_places,
)
from ..app.answers.group_lines import GroupLine
from ..app.answers.harvesting import harvest, refuse_groups
from ..app.answers.ranked_evidence import group_of_article
from ..app.answers.work_filter import WorkFilter
from ..app.output_files import JSONL, write_lines
from ..app.pipelines import SHIPPED, load_pipeline
from ..app.report.evidence_view import where_of
from ..app.report.phrases import counted, work_name
from ..app.report.verification_views import NOT_FOUND
from ..errors import InputError, SettingError
from ..inputs.article_files import article_files
from ..inputs.file_types.by_name import check_has_end
from ..inputs.records import STDIN, Reading, Record
from ..memory import FREE
from ..row_files import json_line, record_values
from ..schema import SCHEMA, Citance, CitanceGroup, CitedWork
from .console import exit_if, hold, say, shown_events, terminal_width
from .options import (
    ArticleFormat,
    Captions,
    EvidencePipeline,
    MaxMemory,
    Quiet,
    SentenceBefore,
    TableWidth,
    article_reading,
    output_option,
    probability_option,
)
from .text_inputs import read_texts

_MARGIN = "      "


def evidence(
    citing: Annotated[
        list[Path],
        typer.Argument(
            metavar="CITING...",
            help="Files, folders and archives of articles that cite it, as `citalign citances` "
            "reads them.",
        ),
    ],
    cited: Annotated[
        str,
        typer.Option(
            metavar="ARTICLE",
            help="The cited article: a file of any such format; or its DOI, PMID, PMCID or arXiv "
            "id, where it is among those given.",
        ),
    ],
    work: Annotated[
        str | None,
        typer.Option(
            help="Which of the cited works it is, where the file does not say it: a DOI, PMID, "
            "PMCID or key, or words of author, year and title."
        ),
    ] = None,
    output: Annotated[
        Path | None, output_option("File to write, too, .jsonl, a line a citing sentence.")
    ] = None,
    limit: Annotated[
        int | None, typer.Option(min=1, help="Sentences shown of each. Default: the pipeline's.")
    ] = None,
    threshold: Annotated[
        float | None,
        probability_option("Least probability of a sentence. Default: the pipeline's."),
    ] = None,
    captions: Captions = False,
    sentence_before: SentenceBefore = False,
    input_format: ArticleFormat = "auto",
    width: TableWidth = None,
    pipeline: EvidencePipeline = SHIPPED,
    max_memory: MaxMemory = FREE,
    quiet: Quiet = False,
) -> None:
    """Show which sentences of a cited article its citing sentences likely speak of.

    The article is found among the works that the others cite by its DOI, PMID, PMCID or arXiv id,
    else by first author, year and title. Probabilities are that an annotator would choose the
    sentence; whether it says what the citing sentence says is for you to judge.

    A line of the file is {"schema": 1, "cited", "citance", "evidence"}: the work and the citing
    sentence as in the rows of `citalign citances`, and a list, likeliest first, [] where nothing
    was found, of {"probability", "section", "start", "end", "text", "matches"}: characters of the
    article's text, and the words that both have, as {"citance": [start, end], "sentence": [start,
    end]}, characters of either text.

    The exit status is 0 if all went well, 1 if citing articles failed, 2 if nothing could be done.
    """
    file = Path(cited)
    is_file = file == STDIN or _is_there(file)
    given = [*citing, file] if is_file else citing
    hold(output, given, JSONL)
    refuse_groups(given)
    reading = article_reading(input_format, captions, sentence_before)
    if is_file:
        article = read_texts([file], reading.format)[0]
        article_files(citing)  # they are there, before the pipeline is loaded
    else:
        article = _named_article(cited, citing, reading)
    nlp = load_pipeline(pipeline)
    only_evidence(nlp, pipeline, {"limit": limit, "threshold": threshold})
    with shown_events(quiet=quiet) as events:
        options = AnswerOptions(reading=reading, setup=AlignerSetup(pipeline), n_process=1)
        groups = harvest(citing, nlp, options, events)
    group = _group(groups.groups, article, work)
    parts = record_parts(article, captions=captions)
    say(*(f"{article.source} {caveat}" for caveat in caveats(parts)))
    set_places(nlp(evidence_doc(nlp, group.citances, parts)), group.citances, parts)
    typer.echo("\n".join(_lines(group.citances, terminal_width(width))))
    if output is not None:
        write_lines(output, map(_row, repeat(group.cited), group.citances))
    if not quiet:
        count = sum(bool(citance.evidence) for citance in group.citances)
        where = "" if output is None else f" -> {output}"
        say(
            f"{groups.account}; {counted(len(group.citances), 'citance')} of "
            f"{work_name(group.cited)}, {count} with evidence{where}",
            *groups.problems,
        )
    exit_if(groups.failed)


def _is_there(path: Path) -> bool:
    try:
        check_has_end(path)
        return path.exists()
    except InputError:
        raise
    except (OSError, ValueError):  # a name that no file can have
        return False


def _named_article(name: str, citing: Sequence[Path], reading: Reading) -> Record:
    """Return the article with an identifier among those given.

    Raises:
        InputError: it is not among them, or cannot be read.
        SettingError: it is no identifier.
    """
    found = find_named([name], citing, reading)
    if name not in found:
        raise SettingError(
            f"--cited {name!r} is no file and no identifier; give the file of the cited article, "
            "or its DOI, PMID, PMCID or arXiv id"
        )
    source = found[name]
    if source.article is None:
        reason = source.reason or "is not among the articles given"
        raise InputError(f"the article {name} {reason}; give its file with --cited")
    return Record(source.file, source.file, text=source.article.text, article=source.article)


def _group(groups: list[GroupLine], article: Record, work: str | None) -> CitanceGroup:
    """Return the citances of the article.

    Raises:
        InputError: none of the works is the article.
        SettingError: words of a name fit several works.
    """
    if work is not None:
        chosen, missing = WorkFilter.of(1, [work]).choose(groups)
        if missing:
            raise InputError(f"no work {work!r} is cited; `citalign citances` lists the works")
        return chosen[0].group()
    group = None if article.article is None else group_of_article(groups, article.article)
    if group is None:
        raise InputError(
            f"{article.source} is none of the {counted(len(groups), 'work')} that are cited, by "
            "its ids or by first author, year and title; name the work with --work, as `citalign "
            "citances` lists it"
        )
    return group


def _row(cited: CitedWork, citance: Citance) -> str:
    """Return the line of a citance in the file."""
    values = record_values(citance)
    evidence = values.pop("evidence")
    row = {"schema": SCHEMA, "cited": record_values(cited), "citance": values, "evidence": evidence}
    return json_line(row)


def _lines(citances: Sequence[Citance], width: int) -> Iterator[str]:
    """Yield what is printed."""
    for number, citance in enumerate(citances):
        if number:
            yield ""
        before = citance.before.text if citance.before else None
        text = " ".join(filter(None, [before, citance.text]))
        yield from textwrap.wrap(f"{citance.source}: {' '.join(text.split())}", width)
        for place in citance.evidence or ():
            where = where_of(place)
            section = f"{where}: " if where else ""
            yield from textwrap.wrap(
                f"{place.probability:.2f}  {section}{' '.join(place.text.split())}",
                max(width, len(_MARGIN) + 20),
                initial_indent="  ",
                subsequent_indent=f"{_MARGIN}  ",
            )
        if not citance.evidence:
            yield f"  {NOT_FOUND}"
