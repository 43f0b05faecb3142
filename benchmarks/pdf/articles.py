"""The tables of what is read of PDFs, beside gold and beside a peer."""

import os
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from spacy_citalign.errors import InputError
from spacy_citalign.inputs.articles import Article

from ..common import last_core, pin_to
from ..recording import Figure, Table, check_floors
from .folder import same_works, shared_works, tulsi_articles
from .pairs import Pair, pages_a_second, pairs, pdf_article, peer, plain
from .scoring import Found, Score, f_score, found_of, misses, score
from .set_pages import set_pairs

MEASURES = ["references", "citing sentences F", "exact of those", "links F"]
FLOORS = [0.95, 0.85, 0.80, 0.88, 0.95]  # of these, and of the page of a folder
OURS, PEER = "spacy-citalign", "pypdfium2 and citance_finder"
PLAIN = "pypdfium2, read as plain text"


def quality_tables(*, each: bool) -> list[Table]:
    """Return the table of the open pairs, by style and gold; with ``each``, one of articles."""
    systems = _scores(pairs())
    biomedicine = [pair for pair in pairs() if not pair.silver]
    rows = _rows("all with JATS", biomedicine, systems)
    for style in dict.fromkeys(pair.style for pair in biomedicine):
        rows += _rows(style, [pair for pair in biomedicine if pair.style == style], systems)
    for style in dict.fromkeys(pair.style for pair in pairs() if pair.silver):
        some = [pair for pair in pairs() if pair.silver and pair.style == style]
        rows += _rows(f"GROBID's output, {style}", some, systems)
    tables = [Table("Articles as PDF, JATS of the same as gold:", _header(), rows)]
    if each:
        tables.append(_article_table("Articles:", pairs(), systems[OURS]))
    return tables


def author_year_tables(*, each: bool) -> list[Table]:
    """Return the table of the pages that are set here."""
    with tempfile.TemporaryDirectory() as folder:
        listed = list(set_pairs(Path(folder)))
        systems = _scores(listed)
    rows = _rows("author-year", listed, systems)
    tables = [Table("CRAFT's articles set in author-year style:", _header(), rows)]
    if each:
        tables.append(_article_table("Articles set:", listed, systems[OURS]))
    return tables


def _scores(some: Iterable[Pair]) -> dict[str, dict[str, Score]]:
    """Return the scores of articles by system and name."""
    scores: dict[str, dict[str, Score]] = {OURS: {}, PLAIN: {}, PEER: {}}
    for pair in some:
        scores[OURS][pair.name] = score(pair.gold, read(pair))
        scores[PLAIN][pair.name] = score(pair.gold, plain(pair.pdf, pair.gold))
        scores[PEER][pair.name] = score(pair.gold, peer(pair.pdf, pair.gold))
    return scores


def read(pair: Pair) -> Found:
    """Return what is read of a PDF, nothing where that fails."""
    try:
        return found_of(pdf_article(pair.pdf), pair.gold)
    except InputError as error:
        print(f"{pair.name}: {error}")
        return Found([], set())


def _header() -> list[str]:
    return ["articles", "system", "count", *MEASURES]


def _rows(name: str, some: Sequence[Pair], systems: dict[str, dict[str, Score]]) -> list[list[str]]:
    """Return the rows of some articles, one for each system."""
    rows = []
    for system, scores in systems.items():
        total = sum((scores[pair.name] for pair in some), Score())
        shown = [f"{value:.3f}" for value in total.figures()]
        if system == PEER:
            shown[0] = "-"
        rows.append([name, system, str(total.articles), *shown])
    return rows


def _article_table(title: str, some: Iterable[Pair], scores: dict[str, Score]) -> Table:
    rows = []
    for pair in some:
        one = scores[pair.name]
        counts = [
            f"{one.listed}/{one.references}",
            *(f"{part['gold']}/{part['found']}/{part['right']}" for part in (one.pairs, one.links)),
        ]
        rows.append([pair.name, pair.style, *(f"{f:.3f}" for f in one.figures()), *counts])
    header = ["article", "style", *MEASURES, "listed", "pairs: gold/found/right", "links"]
    return Table(title, header, rows)


class FolderPage(NamedTuple):
    """The page of 201 articles, some of them as PDF.

    Attributes:
        replaced: how many articles are PDFs.
        works: in gold, found, right.
        equal: right works that the same articles cite.
        touched: works of gold that one of the PDFs cites.
    """

    replaced: int
    works: dict[str, int]
    equal: int
    touched: int


def folder_page() -> FolderPage:
    """Return the page of 201 articles, those of which there are PDFs replaced by these."""
    gold = tulsi_articles()
    replaced = {pair.name: pair.gold for pair in pairs() if pair.name in gold}
    mixed = gold | {pair.name: pdf_article(pair.pdf) for pair in pairs() if pair.name in replaced}
    wanted, found = shared_works(gold), shared_works(mixed, replaced)
    same = same_works(wanted, found)
    return FolderPage(
        len(replaced),
        {"gold": len(wanted), "found": len(found), "right": len(same)},
        sum({name for name, _ in one} == {name for name, _ in other} for one, other in same),
        sum(any(name in replaced for name, _ in one) for one in wanted),
    )


def folder_table() -> Table:
    """Return the table of the page of 201 articles, some of them as PDF."""
    page = folder_page()
    row = [
        str(page.replaced),
        *(str(page.works[name]) for name in ("gold", "found", "right")),
        f"{f_score(page.works):.3f}",
        f"{page.equal}/{page.works['right']}",
        str(page.touched),
    ]
    header = ["PDFs among 201", "works", "found", "right", "F", "same articles", "cited by a PDF"]
    return Table("The page of a folder: works that three articles and more cite:", header, [row])


def gate(*, keep: bool) -> None:
    """Print what articles with JATS and the folder reach; exit with 1 below a floor."""
    scores = (score(pair.gold, read(pair)) for pair in pairs() if not pair.silver)
    values = [*sum(scores, Score()).figures(), f_score(folder_page().works)]
    names = [*MEASURES, "folder F"]
    figures = [Figure(*one) for one in zip(names, values, FLOORS, strict=True)]
    check_floors("pdf", "reading PDFs", figures, keep=keep)


def speed_table(rounds: int) -> Table:
    """Return the table of speed."""
    pin_to(last_core())
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    pdfs = [pair.pdf for pair in pairs()]
    rows = [[OURS, f"{pages_a_second(pdfs, rounds):.0f}"]]
    return Table("Pages a second, on one core:", ["reader", "pages"], rows)


def print_misses(name: str) -> None:
    """Print what is wrong with an article of the pairs, or with one that is set here."""
    for pair in pairs():
        if pair.name == name:
            _print_misses(pair, pdf_article)
            return
    with tempfile.TemporaryDirectory() as folder:
        for pair in set_pairs(Path(folder)):
            if pair.name == name:
                _print_misses(pair, pdf_article)
                return
    raise SystemExit(f"there is no article {name}")


def _print_misses(pair: Pair, reader: Callable[[Path], Article]) -> None:
    article = reader(pair.pdf)
    for line in misses(pair.gold, article, found_of(article, pair.gold)):
        print(line)
