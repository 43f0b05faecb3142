"""Articles set anew in author-year style: CRAFT's JATS to HTML, and by Chromium to PDF.

Groups of numbered marks become "(Smith et al. 2004; Lee and Ng 2005a)", or "(2004)" behind the name
of the first author. The list of references is sorted by author, with hanging indents; works of one
author and year bear letters. Pages have two columns, and heads and feet as Chromium prints. All
is made in a folder that is thrown away.
"""

import json
import re
import subprocess
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import escape
from pathlib import Path

from spacy_citalign.citations.marks.mark_groups import group_extents
from spacy_citalign.inputs.articles import Article, Citation, CitedWork, Paragraph
from spacy_citalign.inputs.formats.jats.reader import read_jats

from ..common import data_folder
from .pairs import AUTHOR_YEAR, Pair

CHROMIUM = "/usr/bin/chromium"
_NUMBERED = re.compile(r"\[[\d\s,;\u2013-]+\]")
_SHARE = 0.9  # of the marks of an article that is taken stand in brackets as numbers
_CSS = """@page { size: A4; margin: 20mm 15mm; }
body { font: 9.5pt/1.25 serif; text-align: justify; hyphens: auto; }
h1 { font: bold 16pt sans-serif; text-align: left; } .authors { margin-bottom: 6mm; }
.columns { columns: 2; column-gap: 7mm; } h2 { font: bold 11pt sans-serif; margin: 3mm 0 1mm; }
p { margin: 0; text-indent: 4mm; } .references p { text-indent: -5mm; padding-left: 5mm;
font-size: 8.5pt; }"""


def set_pairs(folder: Path) -> Iterator[Pair]:
    """Yield CRAFT's articles of test that cite by number, set in author-year style.

    Args:
        folder: where PDFs are made.
    """
    craft = data_folder() / "craft"
    for name in json.loads((craft / "splits.json").read_text())["test"]:
        article = read_jats(next((craft / "nxml").glob(f"{name}*")))
        marked = [article.text[one.start - 1 : one.end + 1] for one in article.citations]
        numbered = sum(mark.strip("[], -\u2013;").isdigit() or "-" in mark for mark in marked)
        if numbered < _SHARE * len(marked) or any(not work.year for work in article.works):
            continue
        gold = in_author_year(article)
        pdf = folder / f"{name}.pdf"
        _print(_html(gold), pdf)
        yield Pair(name, pdf, gold, AUTHOR_YEAR, False)


def _print(html: str, pdf: Path) -> None:
    """Write a page of HTML as PDF."""
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        page.write_text(html, encoding="utf-8")
        options = ["--headless", "--no-sandbox", "--disable-gpu"]
        command = [CHROMIUM, *options, f"--user-data-dir={folder}", f"--print-to-pdf={pdf}"]
        subprocess.run([*command, str(page)], check=True, capture_output=True, timeout=120)


def in_author_year(article: Article) -> Article:
    """Return an article with marks by author and year, its works sorted by author."""
    order = sorted(range(len(article.works)), key=lambda n: _sort_key(article.works[n]))
    places = {old: new for new, old in enumerate(order)}
    works = [article.works[old] for old in order]
    names = _names(works)
    parts: list[str] = []
    citations: list[Citation] = []
    paragraphs: list[Paragraph] = []
    size = 0
    for paragraph in article.paragraphs:
        cited = [one for one in article.citations if paragraph.start <= one.start < paragraph.end]
        text, marks = _set(article, paragraph, cited, places, works, names)
        citations += (one._replace(start=one.start + size, end=one.end + size) for one in marks)
        paragraphs.append(paragraph._replace(start=size, end=size + len(text)))
        parts.append(text)
        size += len(text) + 1
    numbered = tuple(work._replace(number=n, label="") for n, work in enumerate(works, 1))
    return replace(
        article,
        text="\n".join(parts),
        paragraphs=tuple(paragraphs),
        citations=tuple(citations),
        works=numbered,
    )


def _set(
    article: Article,
    paragraph: Paragraph,
    cited: Sequence[Citation],
    places: dict[int, int],
    works: Sequence[CitedWork],
    names: Sequence[tuple[str, str]],
) -> tuple[str, list[Citation]]:
    """Return the text of a paragraph with new marks, and where these stand in it."""
    text = article.text[paragraph.start : paragraph.end]
    spans = [(one.start - paragraph.start, one.end - paragraph.start) for one in cited]
    marks: list[Citation] = []
    made, last = "", 0
    for start, end in group_extents(text, spans):
        inside = [
            places[one.work]
            for one, span in zip(cited, spans, strict=True)
            if start <= span[0] and span[1] <= end
        ]
        made += text[last:start]
        if made.endswith(tuple(")]")) or not made.endswith(" "):
            made += " "
        group = list(dict.fromkeys(inside))
        told = re.compile(rf"{re.escape(works[group[0]].first_author)}(?: et al\.| and \S+) $")
        if len(group) == 1 and told.search(made):
            begin = len(made)
            made += f"({names[group[0]][1]})"
            marks.append(Citation(begin, len(made), group[0], False))
        else:
            made += "("
            for number, work in enumerate(group):
                made += "; " if number else ""
                begin = len(made)
                made += " ".join(names[work])
                marks.append(Citation(begin, len(made), work, False))
            made += ")"
        last = end
    return made + text[last:], marks


def _names(works: Sequence[CitedWork]) -> list[tuple[str, str]]:
    """Return the authors and the year by which each work is cited."""
    authors = []
    for work in works:
        listed = work.authors or (work.first_author or work.source or "Anonymous",)
        if len(listed) > 2:
            authors.append(f"{listed[0]} et al.")
        else:
            authors.append(" and ".join(listed))
    same: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for number, work in enumerate(works):
        same[authors[number], work.year].append(number)
    years = [work.year for work in works]
    for (_, year), numbers in same.items():
        for letter, number in zip("abcdefghij", numbers if len(numbers) > 1 else (), strict=False):
            years[number] = f"{year}{letter}"
    return list(zip(authors, years, strict=True))


def _sort_key(work: CitedWork) -> tuple[str, ...]:
    return (work.first_author.casefold(), *map(str.casefold, work.authors[1:]), work.year)


def _html(article: Article) -> str:
    """Return a page that looks like an article."""
    body, section = [], ()
    for paragraph in article.paragraphs:
        if paragraph.kind == "title":
            continue
        if paragraph.section and paragraph.section != section:
            body.append(f"<h2>{escape(paragraph.section[-1])}</h2>")
        section = paragraph.section
        body.append(f"<p>{escape(article.text[paragraph.start : paragraph.end])}</p>")
    names = _names(article.works)
    entries = "".join(
        f"<p>{_entry(work, year)}</p>" for work, (_, year) in zip(article.works, names, strict=True)
    )
    people = ", ".join(article.authors)
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape(article.title)}</title><style>{_CSS}</style></head>"
        f'<body><h1>{escape(article.title)}</h1><div class="authors">{escape(people)}</div>'
        f'<div class="columns">{"".join(body)}<h2>References</h2><div class="references">{entries}'
        "</div></div></body></html>"
    )


def _entry(work: CitedWork, year: str) -> str:
    """Return an entry of the list; volume and pages are the last words of the reference."""
    initials = work.initials or ("",) * len(work.authors)
    people = ", ".join(
        f"{name} {letters}".strip() for name, letters in zip(work.authors, initials, strict=True)
    )
    numbers = re.findall(r"\d+(?:[-\u2013]\d+)?", work.text.rpartition(work.source)[2])
    place = ":".join([one for one in numbers if one != work.year][:2])
    title = f"{escape(work.title)}. " if work.title != work.source else ""
    return (
        f"{escape(people or work.first_author or 'Anonymous')} ({year}) {title}"
        f"<i>{escape(work.source)}</i> {place}."
    )
