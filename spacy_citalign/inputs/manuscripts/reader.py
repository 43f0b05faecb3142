"""Reading a manuscript, in Markdown, LaTeX or any format of articles, with its bibliographies."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from ...corpora.packed import without_suffix
from ...errors import InputError, printable, without_name
from ..article_files import ArticleFile, PlainText, read_file
from ..article_parts.assembly import About, assemble
from ..articles import Article, CitedWork, References
from ..records import Reading
from .bibliographies import read_bibliography, read_source
from .bibtex import read_item_list
from .latex import write_latex
from .latex_sources import LatexSources
from .markdown import write_markdown
from .markdown_blocks import front_matter
from .plain_text import text_article
from .records import Fault, Manuscript, Quotation, SourceFile
from .traced import TracedText

_MARKDOWN = (".md", ".markdown", ".qmd", ".rmd", ".mkd")
_LATEX = (".tex", ".ltx", ".latex")


class _Works(NamedTuple):
    """The works of bibliographies, by key with their numbers, and what was wrong."""

    by_key: dict[str, tuple[int, CitedWork]]
    faults: list[Fault]
    names: list[str]

    def add(self, works: Iterable[CitedWork], name: str) -> None:
        """Add the works of one bibliography; of a key that is there the first counts."""
        self.names.append(printable(name))
        for work in works:
            if work.id in self.by_key:
                message = f"the key {work.id!r} is in another bibliography, too; the first counts"
                self.faults.append(Fault("repeated", name, 0, 0, work.id, message))
            else:
                number = len(self.by_key)
                self.by_key[work.id] = number, work._replace(number=number + 1)


def read_manuscript(
    path: Path, bibliographies: Sequence[Path] = (), reading: Reading | None = None
) -> Manuscript:
    """Return a manuscript.

    Args:
        path: a file in Markdown (.md, .qmd, .Rmd), LaTeX (.tex), or of any format of articles.
        bibliographies: files in BibTeX or CSL-JSON, besides those that it names itself; articles
            of other formats have lists of references of their own.
        reading: how articles are read.

    Raises:
        InputError: the manuscript, or a bibliography that was given, cannot be read.
    """
    suffix = Path(without_suffix(path.name)).suffix.lower()
    if suffix not in (*_MARKDOWN, *_LATEX):
        return _article(path, reading or Reading())
    source = read_source(path, printable(path))
    works = _Works({}, [], [])
    for file in bibliographies:
        _add_file(works, file, printable(file))
    return (_markdown if suffix in _MARKDOWN else _latex)(path, source, works)


def _add_file(works: _Works, path: Path, name: str) -> None:
    found = read_bibliography(path, name)
    works.faults.extend(found.faults)
    works.add(found.works, name)


def _add_named(works: _Works, manuscript: Path, named: Sequence[str]) -> None:
    """Add the bibliographies that a manuscript names, from its folder; faults are told."""
    for name in dict.fromkeys(named):
        try:
            path = manuscript.parent / name
            if not path.is_file():
                message = f"the bibliography {name!r} is not there; put it beside the manuscript"
                works.faults.append(Fault("no file", printable(manuscript), 0, 0, "", message))
            elif printable(path) not in works.names:
                _add_file(works, path, printable(path))
        except (InputError, OSError, ValueError) as error:
            shown = printable(manuscript.parent / name)
            works.faults.append(Fault("broken", shown, 0, 0, "", without_name(error, shown)))


def _markdown(path: Path, source: str, works: _Works) -> Manuscript:
    front = front_matter(source)
    _add_named(works, path, front.bibliographies)
    text = TracedText(works.by_key)
    first = write_markdown(source, front.end, printable(path), text, frozenset(works.by_key))
    return _manuscript(path, front.title or first, text, works)


def _latex(path: Path, source: str, works: _Works) -> Manuscript:
    sources = LatexSources(path, source)
    _add_named(works, path, sources.bibliographies)
    if sources.items:
        works.add(read_item_list(sources.items), printable(path))
    text = TracedText(works.by_key)
    write_latex(sources, text)
    works.faults.extend(sources.faults)
    return _manuscript(path, sources.title, text, works)


def _manuscript(path: Path, title: str, text: TracedText, works: _Works) -> Manuscript:
    """Return what was written as a manuscript."""
    article = assemble([], References([], {}, [], {}), About(title), {}, path.name, ())
    written = text.text.removesuffix("\n")
    order = sorted(range(len(text.citations)), key=lambda number: text.citations[number].start)
    article = replace(
        article,
        text=written,
        paragraphs=tuple(text.paragraphs),
        citations=tuple(text.citations[number] for number in order),
        works=tuple(work for _, work in works.by_key.values()),
        unresolved=tuple(text.unresolved),
        left_out=tuple(sorted((+text.left_out).items())),
    )
    spans = [(one.start, one.end) for one in text.paragraphs]
    found = {*quotations(written, spans), *text.quotations}
    return Manuscript(
        article,
        tuple(text.places[number] for number in order),
        tuple(sorted(found)),
        tuple(dict.fromkeys([*works.faults, *text.faults])),
        tuple(works.names),
        tuple(text.files),
        tuple(text.origins),
    )


def _article(path: Path, reading: Reading) -> Manuscript:
    """Return an article of any format as a manuscript.

    Raises:
        InputError: it cannot be read, or the file has several.
    """
    contents: list[Article | PlainText] = []
    for _, found in read_file(ArticleFile(path, path.name, True), reading):
        if isinstance(found, InputError):
            raise found
        contents.append(found)
    if len(contents) != 1:
        raise InputError(
            f"{printable(path)} has {len(contents)} articles; give the manuscript alone in a file"
        )
    article, files = contents[0], tuple[SourceFile, ...]()
    if isinstance(article, PlainText):
        files = (SourceFile.of(printable(path), article.text),)
        article = text_article(path.name, article.text)
    origins = ((0, 0, 0, True),) if files else ()
    spans = [(one.start, one.end) for one in article.paragraphs if one.kind != "title"]
    quoted: list[Quotation] = list(quotations(article.text, spans))
    places = (files[0].place(one.start) if files else None for one in article.citations)
    return Manuscript(article, tuple(places), tuple(quoted), files=files, origins=origins)


LEAST_WORDS = 6
_MAX_LENGTH = 3_000  # characters
# A mark that may open stands before a word, one that may close behind one.
_MARK = re.compile(
    r"(?P<open>\u201c|(?<![^\s(\[\u2014\u2013])\"(?=[^\s\"]))|(?P<close>\u201d|\"(?!\w))"
)
_WORD = re.compile(r"\w[\w'\u2019-]*")


def quotations(text: str, paragraphs: Iterable[tuple[int, int]]) -> Iterator[Quotation]:
    """Yield what is quoted, without the marks, where it has six words or more.

    Args:
        text: of an article.
        paragraphs: half-open characters; a quotation ends in the one in which it begins.

    >>> text = 'They say "frogs sing all night long in spring" and "all night".'
    >>> [text[slice(*one)] for one in quotations(text, [(0, len(text))])]
    ['frogs sing all night long in spring']
    """
    for start, end in paragraphs:
        opened = -1
        for mark in _MARK.finditer(text, start, end):
            if opened < 0:
                opened = mark.end() if mark["open"] else -1
            elif mark["close"] or (mark[0] == '"' and mark["open"]):
                inside = text[opened : mark.start()]
                if mark["close"] and len(inside) <= _MAX_LENGTH and _is_long(inside):
                    yield Quotation(opened, mark.start())
                opened = mark.end() if mark["open"] else -1


def _is_long(text: str) -> bool:
    return len([*islice(_WORD.finditer(text), LEAST_WORDS)]) == LEAST_WORDS
