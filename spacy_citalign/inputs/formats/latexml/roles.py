"""Roles of elements of LaTeXML's HTML in the text around them, by their tags and classes."""

from collections.abc import Iterator

from ....corpora.xml_files import Element
from ....words.keeping import kept

# Plain numbers, since every element is asked. What has no role of its own is a part of the words.
WORDS, SKIP, BLOCK, PARAGRAPH, PARA, SECTION, TITLE, FIGURE, TABLE = range(9)
EQUATION, NOTE, CITE, MISSING, LINK, MATH, SUP, TAG, SPACED = range(9, 18)

_SKIPPED_TAGS = """annotation annotation-xml button dialog footer head nav noscript object script
    style svg template textarea""".split()
_BLOCK_TAGS = """address article aside blockquote body caption center dd div dl dt fieldset
    figcaption header html li main ol pre tbody td tfoot th thead tr ul""".split()
_TAGS = {
    **dict.fromkeys(_SKIPPED_TAGS, SKIP),
    **dict.fromkeys(_BLOCK_TAGS, BLOCK),
    **dict.fromkeys("h1 h2 h3 h4 h5 h6".split(), TITLE),
    "a": LINK,
    "br": SPACED,
    "figure": FIGURE,
    "math": MATH,
    "p": PARAGRAPH,
    "section": SECTION,
    "sup": SUP,
    "table": TABLE,
}
# A number or a name that stands before a section, an item, a caption, an equation.
_KEPT_NUMBERS = {"ltx_tag_ref", "ltx_tag_theorem"}
_SKIPPED = """ltx_ERROR ltx_TOC ltx_author_notes ltx_authors ltx_bib_cited ltx_biblist
    ltx_bibliography ltx_classification ltx_creator ltx_date ltx_dates ltx_index ltx_keywords
    ltx_listing ltx_listing_data ltx_missing_label ltx_note_mark ltx_note_type ltx_page_footer
    ltx_page_header ltx_page_logo ltx_page_navbar ltx_pagination ltx_picture ltx_rdf""".split()
_SECTIONS = """ltx_abstract ltx_acknowledgements ltx_appendix ltx_chapter ltx_paragraph ltx_part
    ltx_proof ltx_section ltx_subparagraph ltx_subsection ltx_subsubsection ltx_theorem""".split()
# In this order: an element may have several.
_CLASSES = {
    **dict.fromkeys(_SKIPPED, SKIP),
    "ltx_note": NOTE,
    "ltx_tag": TAG,
    "ltx_missing_citation": MISSING,
    "ltx_cite": CITE,
    "ltx_title": TITLE,
    **dict.fromkeys("ltx_equation ltx_equationgroup ltx_eqn_table".split(), EQUATION),
    **dict.fromkeys("ltx_table ltx_tabular".split(), TABLE),
    **dict.fromkeys("ltx_figure ltx_float".split(), FIGURE),
    **dict.fromkeys(_SECTIONS, SECTION),
    "ltx_para": PARA,
    **dict.fromkeys("ltx_caption ltx_item ltx_td ltx_th".split(), BLOCK),
}
# Other notes say something of the whole article: its DOI, its licence, whom it thanks.
_READ_NOTES = {
    f"ltx_role_{role}"
    for role in "endnote endnotetext footnote footnotetext margin marginnote marginpar".split()
}


@kept(4096)
def role_of(tag: str, classes: str | None) -> int:
    """Return the role of an element with this tag and these classes."""
    role = _TAGS.get(tag, WORDS)
    if role == SKIP or not classes:
        return role
    named = {*classes.split()}
    found = next((other for name, other in _CLASSES.items() if name in named), None)
    if found == NOTE:
        roles = {name for name in named if name.startswith("ltx_role_")}
        return NOTE if not roles or roles & _READ_NOTES else SKIP
    if found == TAG and named & _KEPT_NUMBERS:
        return WORDS
    if found is not None:
        return found
    if "ltx_p" in named and role != PARAGRAPH:  # in cells and boxes, as a <span>
        return SPACED
    return role


def has_class(element: Element, name: str) -> bool:
    """Return whether an element is of a class."""
    return name in element.get("class", "").split()


def of_class(element: Element, name: str) -> Iterator[Element]:
    """Yield those of a class: an element itself, and all in it."""
    named = (inner for inner in element.iter() if name in inner.get("class", ""))
    return (inner for inner in named if has_class(inner, name))
