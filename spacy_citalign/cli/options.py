"""Arguments and options that several commands share."""

from enum import Enum
from pathlib import Path
from typing import Annotated, Literal

import typer
from typer.models import OptionInfo

from ..citations.scope.extent import LIKELY
from ..inputs.records import Format, Reading
from ..memory import VARIABLE


class KindOfWork(Enum):
    """What those who cite a work take it for; a method is a tool, a material or data as well."""

    finding = "finding"
    review = "review"
    method = "method"


def pipeline_option(role: str) -> OptionInfo:
    """Return the option of the pipeline that a command runs; ``role`` says what it has or does."""
    return typer.Option(help=f"Pipeline {role}: a name or a folder.")


def output_option(description: str) -> OptionInfo:
    """Return the option of the file that a command writes."""
    return typer.Option("--output", "-o", help=description)


def probability_option(description: str) -> OptionInfo:
    """Return the option of a least probability, 0 to 1."""
    return typer.Option(min=0, max=1, help=description)


Abbreviations = Annotated[
    bool,
    typer.Option(
        "--abbreviations", help="Use abbreviations that scispaCy finds explained in citances."
    ),
]
AlignerPipeline = Annotated[str, pipeline_option("to run, with a citance_aligner")]
EvidencePipeline = Annotated[str, pipeline_option("to run, with an evidence_ranker")]
SentencePipeline = Annotated[str, pipeline_option("that finds sentences")]
ArticleFormat = Annotated[
    Literal["auto", "text"],
    typer.Option("--format", help="auto goes by the content of a file; text reads all as text."),
]
Captions = Annotated[
    bool, typer.Option("--captions", help="Read the captions of figures and supplements, too.")
]
Cited = Annotated[
    list[str] | None,
    typer.Option(
        help="Only this work: its DOI, PMID, PMCID or key, or words of author, year and title; "
        "give the option again for more.",
        metavar="WORK",
    ),
]
Fresh = Annotated[
    bool, typer.Option("--fresh", help="Start anew where an earlier run was interrupted.")
]
Kinds = Annotated[
    list[KindOfWork] | None,
    typer.Option(help="Only works of this kind, by those who cite them; give it again for more."),
]
Html = Annotated[Path | None, typer.Option(help="Page to write, too, .html.")]
LinesAsTexts = Annotated[bool, typer.Option("--lines", help="Read .txt files a text a line.")]
ListSkipped = Annotated[
    bool, typer.Option("--list-skipped", help="Name the files that are of kinds not read.")
]
# `clear_errors` sets the limit.
MaxMemory = Annotated[
    str,
    typer.Option(
        metavar="SIZE",
        envvar=VARIABLE,
        help="Most memory for the work, beside the pipeline: a size such as 2G, free for what is "
        "free, off for any. A text, a group or a file that would need more is refused beforehand.",
    ),
]
MinArticles = Annotated[int, typer.Option(min=1, help="Leave out works that fewer articles cite.")]
MinArticlesOfReport = Annotated[
    int | None,
    typer.Option(
        min=1,
        help="Leave out works that fewer articles cite. Of articles, the default is 2 where any "
        "work has two and none is asked for by name; of groups it is 1.",
    ),
]
NProcess = Annotated[
    int | None,
    typer.Option(
        help="Worker processes; -1 is one for each processor, and so is the default unless "
        "the input is small; 1 is the process of the command itself.",
    ),
]
MinDiffers = Annotated[
    float | None,
    typer.Option(
        help="Least probability of what is told to differ from a work, 0.2 to 1; what is below is "
        "told to compare. Default: the pipeline's, 0.7."
    ),
]
MinCitances = Annotated[int, typer.Option(min=1, help="Leave out works that fewer sentences cite.")]
Quiet = Annotated[
    bool, typer.Option("--quiet", "-q", help="No progress bar and no summary, errors only.")
]
QuietSummary = Annotated[bool, typer.Option("--quiet", "-q", help="No summary, errors only.")]
SentenceBefore = Annotated[
    bool,
    typer.Option(
        "--sentence-before",
        help="Take along the sentence before a citing one where it likely belongs to the citation.",
    ),
]
Tables = Annotated[bool, typer.Option("--tables", help="Read the tables, too, a paragraph a cell.")]
TableWidth = Annotated[
    int | None, typer.Option(min=20, help="Width of the printed table. Default: the terminal's.")
]


def article_reading(
    form: str = "auto",
    captions: bool = False,
    sentence_before: bool = False,
    tables: bool = False,
) -> Reading:
    """Return how articles are read by these options."""
    before = LIKELY if sentence_before else None
    return Reading(Format(form), captions=captions, tables=tables, sentence_before=before)
