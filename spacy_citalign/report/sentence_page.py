"""A self-contained page of texts side by side, with ribbons between the sentences that are aligned.

Texts and partners are plain HTML, to be read and printed without the script as well. The script
draws a ribbon for each link, the stronger the surer it is, lets partners begin on one level as far
as their order allows, and keeps all in place when the page changes its size. The page loads
nothing, and its content security policy sees to that.
"""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from itertools import count

from .page_frame import ROOT, page_head, script_of, style_of
from .phrases import counted
from .safe_html import isolated
from .sentence_html import contents_html, pair_html
from .sentence_pairs import TextPair, all_links

TITLE = "Sentences side by side"
_STYLES = ("page.css", "sentence_page.css")
_SCRIPTS = (
    "elements.js",
    "sentence_layout.js",
    "sentence_parts.js",
    "sentence_view.js",
    "sentence_page.js",
)
_NOTHING = '<p class="nothing">There are no two texts to show.</p>\n'
_fragments = count(1)


def sentence_page(
    pairs: Iterable[TextPair], *, title: str = TITLE, introduction: str = "", note: str = ""
) -> str:
    """The whole document.

    Args:
        pairs: a view each; of several, a menu shows one at a time.
        title, introduction, note: plain text at the head and at the foot of the page; without an
            introduction links are counted.
    """
    pairs = list(pairs)
    script = script_of(_SCRIPTS)
    said = isolated(introduction) if introduction else _counts(pairs)
    head = page_head(
        title, style_of(_STYLES), kind="sides-by-side", introduction=said, script=script
    )
    foot = f'<footer class="note">{isolated(note)}</footer>\n' if note else ""
    body = _views(pairs, "texts") or _NOTHING
    return f"{head}{body}</main>\n{foot}<script>{script}</script>\n</body>\n</html>\n"


def sentences_html(pairs: Iterable[TextPair], *, minify: bool = False) -> str:
    """The same as a fragment of HTML that brings its style and its script.

    Several may stand in a notebook: all is below one element of class ``citalign``, whose id no
    other fragment has, the script has no globals and changes nothing outside.

    Args:
        pairs: as for ``sentence_page``.
        minify: leave out comments and indentation of style and script.
    """
    pairs = list(pairs)
    inner = _views(pairs, "") or _NOTHING
    name = f"{ROOT}-{sha256(inner.encode()).hexdigest()[:8]}-{next(_fragments)}"
    style, script = style_of(_STYLES, minify=minify), script_of(_SCRIPTS, minify=minify)
    return (
        f'<div class="{ROOT} fragment sides-by-side" id="{name}" lang="en">\n'
        f"<style>{style}</style>\n{_views(pairs, name)}</div>\n<script>{script}</script>\n"
    )


def _views(pairs: Sequence[TextPair], name: str) -> str:
    names = [f"{name}-{number}" for number in range(1, len(pairs) + 1)]
    contents = contents_html(pairs, names) if len(pairs) > 1 else ""
    return contents + "".join(map(pair_html, pairs, names))


def _counts(pairs: Sequence[TextPair]) -> str:
    texts = {id(text): len(text.sentences) for pair in pairs for text in pair.texts}
    sentences = counted(sum(texts.values()), "sentence")
    return f"{counted(len(texts), 'text')} · {sentences} · {counted(all_links(pairs), 'link')}"
