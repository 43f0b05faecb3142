"""A self-contained page of texts side by side, with ribbons between the sentences that are aligned.

Texts and partners are plain HTML, to be read and printed without the script as well. The script
draws a ribbon for each link, the stronger the surer it is, lets partners begin on one level as far
as their order allows, and keeps all in place when the page changes its size. The page loads
nothing, and its content security policy sees to that.
"""

from collections.abc import Iterable, Sequence

from .page_frame import filled, fragment, fragment_name, page
from .phrases import counted
from .sentence_pairs import TextPair, all_links, partners

TITLE = "Sentences side by side"
_STYLES = ("page.css", "sentence_page.css")
_SCRIPTS = (
    "elements.js",
    "sentence_layout.js",
    "sentence_parts.js",
    "sentence_view.js",
    "sentence_page.js",
)


def sentence_page(pairs: Iterable[TextPair]) -> str:
    """Return the whole document.

    Args:
        pairs: a view each; of several, a menu shows one at a time.
    """
    pairs = list(pairs)
    return "".join(
        page(
            "sentence_page.html.j2",
            _STYLES,
            _SCRIPTS,
            title=TITLE,
            counts=_counts(pairs),
            note="",
            views=_views(pairs, "texts"),
        )
    )


def sentences_html(pairs: Iterable[TextPair], *, minify: bool = False) -> str:
    """Return the same as a fragment of HTML that brings its style and its script.

    Several may stand in a notebook: all is below one element of class ``citalign``, whose id no
    other fragment has, the script has no globals and changes nothing outside.

    Args:
        pairs: as for ``sentence_page``.
        minify: whether to leave out comments and indentation of style and script.
    """
    pairs = list(pairs)
    name = fragment_name(_views(pairs, ""))
    return fragment(
        _views(pairs, name), name, _STYLES, _SCRIPTS, kind="sides-by-side", minify=minify
    )


def _views(pairs: Sequence[TextPair], name: str) -> str:
    """Return the HTML of all pairs; its ids begin with ``name``."""
    return "".join(filled("sentence_views.html.j2", pairs=pairs, name=name, partners=partners))


def _counts(pairs: Sequence[TextPair]) -> str:
    """Return how many texts, sentences and links there are; a text of several pairs is one."""
    sizes = {id(text): len(text.sentences) for pair in pairs for text in pair.texts}
    sentences = counted(sum(sizes.values()), "sentence")
    return f"{counted(len(sizes), 'text')} · {sentences} · {counted(all_links(pairs), 'link')}"
