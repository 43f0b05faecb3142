"""Citations and references from articles in JATS: what is found, and speed, beside another reader.

The articles are the 82 of the CRAFT corpus in PubMed Central's XML, captions and tables included.
Gold citations (``craft/citations``) were made from the same XML by a reader of their own, one row
for each tagged mark and cited work ("tagged") and one for each work that is cited by a range only
("in ranges"). A row is found if the reader gives the same reference with the same mark in a
paragraph with the same text; rows and answers are counted as multisets, white space of any kind is
one blank. "More" are answers without a row. "PMID" and "DOI": the share of cited references for
which the reader gives what gold gives, nothing included.

pubmed_parser (``pip install pubmed_parser``) is measured where it is installed. It gives paragraphs
of the body with the ids of what they refer to, but no marks and no places, and its paragraphs lack
the words that are marked up twice (a superscript in italics). So of its answers neither mark nor
paragraph is compared: a row counts as found if the article has the id as often as gold. Its ids of
figures and tables are left out.

Speeds: articles a second of processor time on one core, medians of rounds in which the readers take
turns, with the median of the ratios to a bare parse of the same round, from memory or from the
gzipped files.
"""

import gzip
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

from lxml import etree

from spacy_citalign.inputs.articles import Article
from spacy_citalign.inputs.formats.jats.reader import read_jats

from ..common import data_folder, last_core, pin_to
from ..recording import Table, publish

OURS, PEER = "spacy-citalign", "pubmed_parser"
BARE, BARE_FILES = "bare parse, from memory", "bare parse, from files"


class Row(NamedTuple):
    """A citation: the cited reference, the mark, and the text of the paragraph."""

    reference: str
    mark: str
    paragraph: str


class Reading(NamedTuple):
    """What a reader, or gold, has on an article; gold's ``ids`` are those of cited references."""

    tagged: Counter[Row]
    in_ranges: Counter[Row]
    ids: dict[str, tuple[str, str]]  # PMID and DOI


def plain(text: str) -> str:
    """Make all white space, thin spaces too, one blank."""
    return " ".join(text.split())


def gold(file: Path) -> Reading:
    """The gold citations of an article."""
    reading = Reading(Counter(), Counter(), {})
    header, *lines = file.read_text(encoding="utf-8").removesuffix("\n").split("\n")
    for line in lines:
        cells = dict(zip(header.split("\t"), line.split("\t"), strict=True))
        row = Row(cells["rid"], plain(cells["marker"]), plain(cells["context"]))
        (reading.in_ranges if cells["kind"] == "range" else reading.tagged)[row] += 1
        reading.ids[cells["rid"]] = cells["pmid"], cells["doi"].lower()
    return reading


def ours(article: Article) -> Reading:
    """What ``read_jats`` finds."""
    reading = Reading(Counter(), Counter(), {})
    text, paragraphs = article.text, iter(article.paragraphs)
    paragraph = next(paragraphs, None)
    for citation in article.citations:
        while paragraph is not None and paragraph.end < citation.end:
            paragraph = next(paragraphs, None)
        assert paragraph is not None
        mark = plain(text[citation.start : citation.end])
        reference = article.works[citation.work].id
        row = Row(reference, mark, plain(text[paragraph.start : paragraph.end]))
        (reading.in_ranges if citation.implied else reading.tagged)[row] += 1
    for work in article.works:
        reading.ids.setdefault(work.id, (work.pmid, work.doi))
    return reading


def peer(file: Path, parser: Any) -> Reading:
    """What pubmed_parser finds; it does not tell tagged marks from members of ranges."""
    reading = Reading(Counter(), Counter(), {})
    for reference in parser.parse_pubmed_references(str(file)) or ():
        pair = reference["pmid_cited"] or "", (reference["doi_cited"] or "").lower()
        reading.ids[reference["ref_id"]] = pair
    for paragraph in parser.parse_pubmed_paragraph(str(file), all_paragraph=True):
        for names in paragraph["reference_ids"]:
            for name in names.split():
                if name in reading.ids:
                    reading.tagged[Row(name, "", "")] += 1
    return reading


def without_place(reading: Reading) -> Reading:
    """A reading in which only references are compared."""
    tagged, in_ranges = (
        Counter(Row(row.reference, "", "") for row in rows.elements())
        for rows in (reading.tagged, reading.in_ranges)
    )
    return Reading(tagged, in_ranges, reading.ids)


def found(wanted: Iterable[Reading], given: Iterable[Reading]) -> list[str]:
    """The columns of the table of what is found."""
    counts: Counter[str] = Counter()
    for gold_one, one in zip(wanted, given, strict=True):
        for name in ("tagged", "in_ranges"):
            rows, answers = getattr(gold_one, name), getattr(one, name)
            counts[name] += (rows & answers).total()
            counts[f"{name} of"] += rows.total()
            counts["more"] += (answers - rows).total()
        counts["references"] += len(gold_one.ids)
        for reference, pair in gold_one.ids.items():
            same = [a == b for a, b in zip(pair, one.ids.get(reference, ("-", "-")), strict=True)]
            counts.update(pmid=same[0], doi=same[1])

    def share(name: str, of: str) -> str:
        return f"{100 * counts[name] / counts[of]:.1f} %"

    return [
        *(f"{counts[name]:,} of {counts[f'{name} of']:,}" for name in ("tagged", "in_ranges")),
        f"{counts['more']:,}",
        share("pmid", "references"),
        share("doi", "references"),
    ]


def speeds(readers: dict[str, Callable[[int], object]], articles: int, rounds: int) -> list[Any]:
    """The rows of the table of speeds; which reader begins changes with the round."""
    times: dict[str, list[float]] = {name: [] for name in readers}
    for number in range(rounds):
        first = number % len(readers)
        for name in [*list(readers)[first:], *list(readers)[:first]]:
            start = time.process_time()
            for article in range(articles):
                readers[name](article)
            times[name].append(time.process_time() - start)
    rows = []
    for name, own in times.items():
        base = times[BARE_FILES if "from files" in name else BARE]
        ratio = statistics.median(a / b for a, b in zip(own, base, strict=True))
        rows.append([name, f"{articles / statistics.median(own):,.0f}", f"{ratio:.1f}"])
    return rows


def installed_peer() -> Any:
    """The module pubmed_parser, or None."""
    try:
        import pubmed_parser
    except ImportError as error:
        print(f"{PEER} is left out: {error}\n")
        return None
    return pubmed_parser


def readers_side_by_side(rounds: int, *, keep: bool) -> None:
    """Measure and print the tables; speed is measured so many times."""
    pin_to(last_core())
    files = sorted((data_folder() / "craft" / "nxml").glob("*.nxml.gz"))
    contents = [gzip.decompress(file.read_bytes()) for file in files]
    size = sum(map(len, contents)) / 1e6
    other = installed_peer()

    golds = [
        gold(file.parents[1] / "citations" / f"{file.name.split('.')[0]}.tsv") for file in files
    ]
    articles = [read_jats(content, captions=True, tables=True) for content in contents]
    rows = [[OURS, *found(golds, map(ours, articles))]]
    if other is not None:
        readings = [peer(file, other) for file in files]
        # Its list has both kinds in it: those of ranges are looked for among what is left over.
        split = []
        for wanted, one in zip(map(without_place, golds), readings, strict=True):
            left = one.tagged - wanted.tagged
            split.append(Reading(one.tagged - left, left, one.ids))
        rows.append([PEER, *found(map(without_place, golds), split)])
    title = f"CRAFT: {len(files)} articles, {size:.1f} MB of XML ({size / len(files):.2f} each)"
    header = ["reader", "tagged", "in ranges", "more", "PMID", "DOI"]
    notes = [f"Marks that name no reference: {sum(len(one.unresolved) for one in articles)}"]
    tables = [Table(title, header, rows, notes)]

    readers: dict[str, Callable[[int], object]] = {
        OURS: lambda n: read_jats(contents[n]),
        f"{OURS}, captions and tables": lambda n: read_jats(
            contents[n], captions=True, tables=True
        ),
        BARE: lambda n: etree.fromstring(contents[n]),
        f"{OURS}, from files": lambda n: read_jats(files[n]),
        BARE_FILES: lambda n: etree.parse(str(files[n])),
    }
    if other is not None:
        readers[f"{PEER}, from files"] = lambda n: (
            other.parse_pubmed_paragraph(str(files[n]), all_paragraph=True),
            other.parse_pubmed_references(str(files[n])),
        )
    header = ["reader", "articles/s", "times a bare parse"]
    tables.append(Table("", header, speeds(readers, len(files), rounds)))
    section = "Articles in JATS: this package, pubmed_parser"
    publish("articles", section, tables, keep=keep)
