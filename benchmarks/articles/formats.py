"""The same articles in four formats: what is found, and how long reading takes.

The 82 articles of CRAFT, which are in JATS, are written as GROBID's TEI, S2ORC JSON and LaTeXML's
HTML (``written``). "Resolved" are the marks that were written whose works the reader gives, "same"
the paragraphs with marks that have the same text as in JATS. Speeds are milliseconds of processor
time for a megabyte of text, medians of rounds in which the formats take turns, and the median of
the ratios to JATS of the same round. pubmed_parser reads JATS, from files, where it is installed.
"""

import gzip
import statistics
import time
from collections import Counter
from collections.abc import Callable

from spacy_citalign.inputs.articles import Article
from spacy_citalign.inputs.formats.jats.reader import read_jats
from spacy_citalign.inputs.formats.latexml.reader import read_latexml
from spacy_citalign.inputs.formats.s2orc.reader import read_s2orc
from spacy_citalign.inputs.formats.tei.reader import read_tei

from ..common import data_folder, last_core, pin_to
from ..recording import Table, publish
from .jats import installed_peer
from .written import latexml, paragraphs, s2orc, tei

SECTION = "The same articles in four formats"
_Reader = Callable[[bytes], Article]


def four_formats(rounds: int, *, keep: bool) -> None:
    """Measure and print the table."""
    pin_to(last_core())
    files = sorted((data_folder() / "craft" / "nxml").glob("*.nxml.gz"))
    contents = [gzip.decompress(file.read_bytes()) for file in files]
    articles = [read_jats(content) for content in contents]
    formats: dict[str, tuple[_Reader, list[bytes]]] = {
        "JATS": (read_jats, contents),
        "TEI": (read_tei, [tei(article) for article in articles]),
        "S2ORC JSON": (read_s2orc, [s2orc(article) for article in articles]),
        "LaTeXML HTML": (read_latexml, [latexml(article) for article in articles]),
    }
    readers = {name: _all(reader, own) for name, (reader, own) in formats.items()}
    if (peer := installed_peer()) is not None:

        def read_all() -> None:
            for file in map(str, files):
                peer.parse_pubmed_paragraph(file, all_paragraph=True)
                peer.parse_pubmed_references(file)

        readers["pubmed_parser, JATS"] = read_all
    megabytes = sum(len(article.text) for article in articles) / 1e6
    times = _times(readers, rounds)
    rows = []
    for name, own in times.items():
        found = ["", ""]
        if name in formats:
            reader, written = formats[name]
            found = _found(articles, [reader(content) for content in written])
        ratio = statistics.median(a / b for a, b in zip(own, times["JATS"], strict=True))
        per_megabyte = f"{1000 * statistics.median(own) / megabytes:.0f}"
        rows.append([name, *found, per_megabyte, f"{ratio:.2f}"])
    columns = ["format", "resolved", "same", "ms a MB of text", "times JATS"]
    title = f"{len(files)} articles, {megabytes:.1f} MB of text"
    publish("articles", SECTION, [Table(title, columns, rows)], keep=keep)


def _all(reader: _Reader, contents: list[bytes]) -> Callable[[], object]:
    return lambda: [reader(content) for content in contents]


def _times(readers: dict[str, Callable[[], object]], rounds: int) -> dict[str, list[float]]:
    times: dict[str, list[float]] = {name: [] for name in readers}
    for number in range(rounds):
        first = number % len(readers)
        for name in [*list(readers)[first:], *list(readers)[:first]]:
            start = time.process_time()
            readers[name]()
            times[name].append(time.process_time() - start)
    return times


def _found(wanted: list[Article], given: list[Article]) -> list[str]:
    """Return how many of the marks and paragraphs that were written are found."""
    counts: Counter[str] = Counter()
    for gold, article in zip(wanted, given, strict=True):
        marks, texts = _contents(gold)
        found_marks, found_texts = _contents(article)
        counts["marks"] += (marks & found_marks).total()
        counts["all marks"] += marks.total()
        counts["texts"] += (texts & found_texts).total()
        counts["all texts"] += texts.total()
    return [f"{counts[name]:,} of {counts[f'all {name}']:,}" for name in ("marks", "texts")]


def _contents(article: Article) -> tuple[Counter[tuple[str, int]], Counter[str]]:
    """Return the marks, by the beginning of their paragraph and the work, and the paragraphs."""
    marks: Counter[tuple[str, int]] = Counter()
    texts: Counter[str] = Counter()
    for _, paragraph, own in paragraphs(article):
        text = "".join(article.text[paragraph.start : paragraph.end].split())
        if own:
            texts[text] += 1
        for mark in own:
            marks.update((text[:40], article.works[work].number) for work in mark.works)
    return marks, texts
