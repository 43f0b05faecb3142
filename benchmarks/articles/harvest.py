"""Citing sentences of the articles of CRAFT, and the whole way from articles to a page.

``sentences``: captions and tables included, the share of gold citations (``craft/citations``) for
which the sentence that ``spacy_citalign.read_articles`` gives is, white space apart, the sentence
of CRAFT's treebank that holds the mark; of a mark in a cell of a table there is none. "Masked" is
what the package does: marks of citation are hidden from whatever splits sentences. The boundary
detector was trained on the train and dev articles, test is apart.

``report``: from the 82 articles to the page, works of two citances or more: the commands of each
stage in a process of its own, and all in one, with time and largest memory.
"""

import subprocess
import sys
import time
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import spacy
from spacy.language import Language

from spacy_citalign.components.articles.docs import SentenceFinder
from spacy_citalign.components.articles.reading import from_article
from spacy_citalign.components.citations import citing_sentences
from spacy_citalign.corpora.craft import craft_articles
from spacy_citalign.inputs.articles import Article
from spacy_citalign.inputs.formats.jats.reader import read_jats

from ..common import bytes_on_disk, data_folder
from ..recording import Figure, Table, check_floors, publish
from .jats import gold, ours, plain

SPLITS = {"train and dev": ("train", "dev"), "test": ("test",)}
SHIPS = "as it ships"
CITATION_FLOOR = 1.0
SENTENCE_FLOOR = 0.99


class Row(NamedTuple):
    """A citation: reference, mark, paragraph; white space of any kind is one blank."""

    reference: str
    mark: str
    paragraph: str


def gold_sentences(file: Path) -> dict[Row, list[str]]:
    """The sentence of each gold citation that has one, in order."""
    found: dict[Row, list[str]] = {}
    header, *lines = file.read_text(encoding="utf-8").removesuffix("\n").split("\n")
    for line in lines:
        cells = dict(zip(header.split("\t"), line.split("\t"), strict=True))
        if cells["sent"]:
            row = Row(cells["rid"], plain(cells["marker"]), plain(cells["context"]))
            sentence = cells["context"][int(cells["sent_start"]) : int(cells["sent_end"])]
            found.setdefault(row, []).append(plain(sentence))
    return found


def our_sentences(article: Article, finder: SentenceFinder, masked: bool) -> dict[Row, list[str]]:
    """The sentence of each citation, in order."""
    read = from_article(article)
    starts = finder.starts(read if masked else read._replace(marks=[]))
    begins = [part.start for part in article.paragraphs]
    found: dict[Row, list[str]] = {}
    for citation, mark in zip(article.citations, read.marks, strict=True):
        part = article.paragraphs[bisect_right(begins, citation.start) - 1]
        (one,) = citing_sentences(article.text, [mark], starts)
        row = Row(
            article.works[citation.work].id,
            plain(article.text[citation.start : citation.end]),
            plain(article.text[part.start : part.end]),
        )
        found.setdefault(row, []).append(plain(article.text[one.start : one.end]))
    return found


def pipelines() -> Iterator[tuple[str, Language]]:
    """What splits sentences."""
    nlp = spacy.load("spacy_citalign")
    yield SHIPS, nlp
    other = spacy.load("spacy_citalign", exclude=nlp.pipe_names)
    other.add_pipe("sentencizer")
    yield "spaCy sentencizer", other


def count_exact(
    finder: SentenceFinder, splits: Iterable[str], *, masked: bool = True, show: bool = False
) -> tuple[int, int]:
    """How many gold citations have exactly their sentence, and how many there are."""
    folder = data_folder() / "craft"
    exact = total = 0
    for pmid in (pmid for name in splits for pmid in craft_articles(folder / "splits.json", name)):
        file = folder / "nxml" / f"{pmid}.nxml.gz"
        found = our_sentences(read_jats(file, captions=True, tables=True), finder, masked)
        for row, wanted in gold_sentences(folder / "citations" / f"{pmid}.tsv").items():
            given = found.get(row, [])
            same = (Counter(wanted) & Counter(given)).total()
            exact += same
            total += len(wanted)
            if show and same < len(wanted):
                print(f"{pmid} [{row.mark}]\n  gold {wanted}\n  ours {given}")
    return exact, total


def sentences(errors: bool, *, keep: bool) -> None:
    """Print the table of exact citing sentences."""
    rows = []
    for name, nlp in pipelines():
        finder = SentenceFinder(nlp)
        for masked in (True, False):
            show = errors and masked and name == SHIPS
            counts = [
                count_exact(finder, splits, masked=masked, show=show) for splits in SPLITS.values()
            ]
            cells = [f"{100 * exact / total:.2f} % of {total:,}" for exact, total in counts]
            rows.append([name, "yes" if masked else "no", *cells])
    table = Table("", ["sentences", "masked", *SPLITS], rows)
    publish("articles", "Citing sentences", [table], keep=keep)


def gate(*, keep: bool) -> None:
    """Score what ships; exit with status 1 where it is below a floor."""
    folder = data_folder() / "craft"
    found = total = 0
    for file in sorted((folder / "citations").glob("*.tsv")):
        wanted = gold(file)
        article = folder / "nxml" / f"{file.stem}.nxml.gz"
        given = ours(read_jats(article, captions=True, tables=True))
        for name in ("tagged", "in_ranges"):
            found += (getattr(wanted, name) & getattr(given, name)).total()
            total += getattr(wanted, name).total()
    finder = SentenceFinder(spacy.load("spacy_citalign"))
    exact, cited = count_exact(finder, SPLITS["test"])
    figures = [
        Figure("citations of all articles", found / total, CITATION_FLOOR),
        Figure("citing sentences, test", exact / cited, SENTENCE_FLOOR),
    ]
    check_floors("articles", "spacy_citalign", figures, keep=keep)


def report(folder: Path, *, keep: bool) -> None:
    """Run the command as a whole, and its stages one by one, and print what they took."""
    articles = str(data_folder() / "craft" / "nxml")
    names = ("groups.jsonl", "aligned.jsonl", "page.html", "report.html")
    groups, aligned, page, whole = (str(folder / name) for name in names)
    stages = {
        "citing sentences": ["citances", articles, "-o", groups, "--min-citances", "2"],
        "alignment": ["align", groups, "-o", aligned],
        "page": ["report", aligned, "-o", page],
        "all in one, `citalign report`": ["report", articles, "-o", whole],
    }
    rows = []
    for name, arguments in stages.items():
        start = time.perf_counter()
        command = [sys.executable, "-c", _MEASURED, *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        seconds = time.perf_counter() - start
        rows.append([name, f"{seconds:.1f} s", f"{int(done.stdout.split()[-1]) / 1e6:.0f} MB"])
    sizes = ", ".join(
        f"{file.name} {bytes_on_disk(file) / 1e6:.1f} MB"
        for file in (folder / "report.html", folder / "report.jsonl")
    )
    notes = [done.stderr.splitlines()[-1].rpartition(" -> ")[0], sizes]
    table = Table("", ["stage", "time, start included", "peak memory"], rows, notes)
    publish("articles", "From articles to a page", [table], keep=keep)


_MEASURED = """
import sys
from benchmarks.common import peak_memory
from typer.testing import CliRunner
from spacy_citalign.cli import app
result = CliRunner().invoke(app, sys.argv[1:])
sys.stderr.write(result.stderr)
print(peak_memory())
sys.exit(result.exit_code)
"""
