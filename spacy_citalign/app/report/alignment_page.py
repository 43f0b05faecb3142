"""A self-contained page of aligned citances, and one group as a fragment for notebooks.

What citing sentences say of a work is shown as in Figure 2 of Schwartz, Divoli & Hearst (2007):
words that mean the same have one colour. Here it is live: a word lights its class everywhere, and
the threshold moves without a new run, from the merges of the clustering. Above the sentences stands
what they say: statements that several share, and who differs. All is plain HTML, to be read and
printed without the script as well, which makes a work live when it is looked at: until then a work
is the text of a noscript element, so that pages of thousands of works open at once. The page loads
nothing, and its content security policy sees to that.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from io import StringIO
from typing import Any, NamedTuple, TextIO

from ...answer_rows import FailedRow
from ...schema import WorkAnswer
from .page_frame import fragment, fragment_name, page
from .phrases import free_name
from .work_html import ANCHOR, Entry, entry_of, sections, sizes, work_html

TITLE = "What citing sentences say"
STYLES = ("page.css", "answer.css", "evidence.css")
SCRIPTS = (
    "elements.js",
    "alignment.js",
    "class_facts.js",
    "group_parts.js",
    "copying.js",
    "sentence_filters.js",
    "group_events.js",
    "group_view.js",
    "hits.js",
    "works_list.js",
    "page.js",
)
# It runs in the head so that what is folded does not flash.
EARLY = 'document.documentElement.classList.add("scripted");'


class RenderedWork(NamedTuple):
    """A work as it stands in the page; its anchor is given there, for ``ANCHOR``."""

    key: str
    entry: Entry
    html: str


def render_work(
    work: WorkAnswer, article_address: Callable[[str], str] | None = None
) -> RenderedWork:
    """Return a work as it stands in the page; citing articles may have pages of their own."""
    entry = entry_of(work, ANCHOR)
    return RenderedWork(work.key, entry, work_html(work, entry, article_address))


def alignment_page(works: Iterable[WorkAnswer | FailedRow], **texts: Any) -> str:
    """Return the whole document.

    Args:
        works: aligned groups; failed ones are told in a line above the works.
        texts: as of ``write_alignment_page``.
    """
    handle = StringIO()
    rendered = (work if isinstance(work, FailedRow) else render_work(work) for work in works)
    write_alignment_page(rendered, handle, **texts)
    return handle.getvalue()


def write_alignment_page(
    works: Iterable[RenderedWork | FailedRow],
    handle: TextIO,
    *,
    title: str = TITLE,
    introduction: str = "",
    note: str = "",
    problems: Sequence[str] = (),
) -> None:
    """Write the document of ``alignment_page`` work by work; only one is held at a time.

    Args:
        works: those that are rendered; failed ones are told in a line above them.
        handle: a text file of encoding UTF-8.
        title, introduction, note: plain text at the head and at the foot of the page.
        problems: what else the reader must know to have failed, plain text.
    """
    entries: list[Entry] = []
    failures: list[str] = []
    handle.writelines(
        page(
            "alignment_page.html.j2",
            STYLES,
            SCRIPTS,
            early=EARLY,
            title=title,
            introduction=introduction,
            articles=_articles(works, entries, failures),
            entries=entries,
            failures=failures,
            sections=sections,
            sizes=sizes,
            problems=list(problems),
            note=note,
        )
    )


def group_html(work: WorkAnswer, *, minify: bool = False) -> str:
    """Return one group as a fragment of HTML that brings its style and its script.

    Several may stand in a notebook: all is below one element of class ``citalign``, whose id no
    other fragment has, the script has no globals and listens to nothing outside.

    Args:
        work: an aligned group.
        minify: whether to leave out comments and indentation of style and script.
    """
    article = work_html(work, entry_of(work, ""))
    return fragment(article, fragment_name(article), STYLES, SCRIPTS, minify=minify)


def _articles(
    works: Iterable[RenderedWork | FailedRow], entries: list[Entry], failures: list[str]
) -> Iterator[tuple[str, str]]:
    """Yield anchor and HTML of each work; its entry, or why it cannot be shown, is appended."""
    anchors: dict[str, int] = {}
    for work in works:
        if isinstance(work, FailedRow):
            failures.append(f"Line {work.line}: {work.error}")
            continue
        anchor = _anchor(work.key, anchors)
        entries.append(work.entry._replace(anchor=anchor))
        yield anchor, work.html.replace(ANCHOR, anchor)


def _anchor(key: str, anchors: dict[str, int]) -> str:
    """Return a name for the address of a work, made of its key, and add it to those there are."""
    slug = re.sub(r"[^A-Za-z0-9]+", "-", key).strip("-")[:60]
    if not slug:
        slug = sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return free_name(f"work-{slug}", anchors, ".")
