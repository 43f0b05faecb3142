"""A self-contained page of aligned citances, and one group as a fragment for notebooks.

What citing sentences say of a work is shown as in Figure 2 of Schwartz, Divoli & Hearst (2007):
words that mean the same have one colour. Here it is live: a word lights its class everywhere, and
the threshold moves without a new run, from the merges of the clustering. Texts are plain HTML, to
be read and printed without the script as well; it makes a work's words when the work is looked at.
The page loads nothing, and its content security policy sees to that.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from io import StringIO
from itertools import count
from typing import Any, TextIO

from .page_frame import ROOT, page_head, script_of, style_of
from .phrases import counted
from .records import Failure, read_row
from .safe_html import isolated
from .work_html import Entry, entry_of, work_html

TITLE = "What citing sentences say"
_STYLES = ("page.css",)
_SCRIPTS = ("elements.js", "alignment.js", "group_parts.js", "group_view.js", "page.js")
_EARLY = 'document.documentElement.classList.add("scripted");'  # no flash of what is folded
_fragments = count(1)


def alignment_page(
    rows: Iterable[Mapping[str, Any]],
    *,
    title: str = TITLE,
    introduction: str = "",
    note: str = "",
    problems: Sequence[str] = (),
) -> str:
    """The whole document.

    Args:
        rows: as `citalign align` writes them; failed ones are listed at the end.
        title, introduction, note: plain text at the head and at the foot of the page.
        problems: what else the reader must know to have failed, plain text.
    """
    handle = StringIO()
    write_alignment_page(
        rows, handle, title=title, introduction=introduction, note=note, problems=problems
    )
    return handle.getvalue()


def write_alignment_page(
    rows: Iterable[Mapping[str, Any]],
    handle: TextIO,
    *,
    title: str = TITLE,
    introduction: str = "",
    note: str = "",
    problems: Sequence[str] = (),
) -> None:
    """Write the document of ``alignment_page`` row by row; only one row is held at a time.

    ``handle`` is a text file of encoding UTF-8.
    """
    script = script_of(_SCRIPTS)
    handle.write(
        page_head(
            title,
            style_of(_STYLES),
            introduction=introduction and isolated(introduction),
            early=_EARLY,
            script=script,
            skip='<a class="skip" href="#works">List of works</a>',
        )
    )
    entries: list[Entry] = []
    failures: list[str] = []
    anchors: set[str] = set()
    for line, row in enumerate(rows, start=1):
        work = read_row(row, line)
        if isinstance(work, Failure):
            failures.append(f"Line {work.line}: {work.error}")
            continue
        entry = entry_of(work, _anchor(work.key, anchors))
        entries.append(entry)
        handle.write(work_html(work, entry))
    if not entries:
        handle.write('<p class="nothing">There are no citing sentences to show.</p>\n')
    handle.write(_failures([*failures, *problems]))
    handle.write("</main>\n")
    handle.write(_works(entries))
    if note:
        handle.write(f'<footer class="note">{isolated(note)}</footer>\n')
    handle.write(f"<script>{script}</script>\n</body>\n</html>\n")


def group_html(row: Mapping[str, Any], *, minify: bool = False) -> str:
    """One group as a fragment of HTML that brings its style and its script.

    Several may stand in a notebook: all is below one element of class ``citalign``, whose id no
    other fragment has, the script has no globals and listens to nothing outside.

    Args:
        minify: leave out comments and indentation of style and script.
    """
    work = read_row(row, 1)
    if isinstance(work, Failure):
        return f'<div class="{ROOT}">{_failures([work.error])}</div>\n'
    article = work_html(work, entry_of(work, ""))
    name = f"{ROOT}-{sha256(article.encode()).hexdigest()[:8]}-{next(_fragments)}"
    style, script = style_of(_STYLES, minify=minify), script_of(_SCRIPTS, minify=minify)
    return (
        f'<div class="{ROOT} fragment" id="{name}" lang="en">\n'
        f"<style>{style}</style>\n{article}</div>\n<script>{script}</script>\n"
    )


def _anchor(key: str, taken: set[str]) -> str:
    """A name for the address of a work, made of its key, that no other work has."""
    slug = re.sub(r"[^A-Za-z0-9]+", "-", key).strip("-")[:60]
    if not slug:
        slug = sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    first = name = f"work-{slug}"
    numbers = count(2)
    while name in taken:
        name = f"{first}.{next(numbers)}"
    taken.add(name)
    return name


def _works(entries: Sequence[Entry]) -> str:
    """The list of works; the script puts search and order above it."""
    items = []
    for entry in entries:
        accuracy = "" if entry.expected_ama is None else f"{entry.expected_ama:.4f}"
        about = [isolated(entry.byline)] if entry.byline else []
        about.append(counted(entry.citances, "citance"))
        items.append(
            f'<li data-citances="{entry.citances}" data-accuracy="{accuracy}">'
            f'<a href="#{entry.anchor}">{isolated(entry.title)}</a>'
            f'<span class="about">{" · ".join(about)}</span></li>\n'
        )
    total = sum(entry.citances for entry in entries)
    counts = f"{counted(len(entries), 'work')}, {counted(total, 'citing sentence')}"
    return (
        f'<nav id="works" aria-label="Cited works"><p class="counts">{counts}</p>\n'
        f'<ol class="works">\n{"".join(items)}</ol></nav>\n'
    )


def _failures(messages: Sequence[str]) -> str:
    """What could not be shown; nothing where all could."""
    if not messages:
        return ""
    items = "\n".join(f"<li>{isolated(message)}</li>" for message in messages)
    return f'<section class="failed"><h2>Not shown</h2>\n<ul>\n{items}\n</ul></section>\n'
