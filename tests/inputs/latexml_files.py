"""Invented pages in LaTeXML's HTML, of both of its eras, for tests."""

import re
from collections.abc import Sequence

# Of each reference: its label, and its blocks as a style of LaTeX prints them.
NUMBERED = tuple(
    (f"[{number}]", (f"A. {name}.", f"{title}.", f"Ponds {number}, {year}."))
    for number, (name, title, year) in enumerate(
        [
            ("Yan", "Frogs awake", 2004),
            ("Lee", "Toads asleep", 1999),
            ("Ott", "Newts", 2001),
            ("Zork", "Olms in caves", 2003),
            ("Mup", "Eels", 2005),
        ],
        start=1,
    )
)
_CITE = re.compile(r"<cite>|<([0-9]+)(?::([^>]*))?>")
OWN = "https://arxiv.org/html/2304.01234v2"


def link(number: int, text: str, *, own: str = "", era: int = 1) -> str:
    """A link to the reference of that number; ``own`` is the address of the page."""
    href = f'href="{own}#bib.bib{number}" title=""'
    return (
        f'<a class="ltx_ref" {href}>{text}</a>'
        if era == 1
        else f'<a {href} class="ltx_ref">{text}</a>'
    )


def _written(body: str, era: int) -> str:
    """What tests abbreviate: ``<cite>``, ``<3>`` and ``<3:Ott>`` for links to reference 3."""

    def written(match: re.Match[str]) -> str:
        if match[1]:
            return link(int(match[1]), match[2] or match[1], era=era)
        return '<cite class="ltx_cite ltx_citemacro_cite">'

    return _CITE.sub(written, body)


def missing(key: str) -> str:
    """What stands in place of a link that could not be made."""
    return f'<span class="ltx_ref ltx_missing_citation ltx_ref_self">{key}</span>'


def para(*paragraphs: str) -> str:
    """A paragraph of LaTeX; what begins with a block is left as it is."""
    inner = "\n".join(
        text
        if text.startswith(("<table", "<ul", "<ol", "<figure", "<div"))
        else f'<p class="ltx_p">{text}</p>'
        for text in paragraphs
    )
    return f'<div class="ltx_para">\n{inner}\n</div>\n'


def section(title: str, *inner: str, number: str = "", kind: str = "section") -> str:
    """A section with its number; ``kind`` may be subsection, appendix, ..."""
    level = {"section": 2, "appendix": 2, "subsection": 3}.get(kind, 4)
    tag = f'<span class="ltx_tag ltx_tag_{kind}">{number} </span>' if number else ""
    return (
        f'<section class="ltx_{kind}">\n<h{level} class="ltx_title ltx_title_{kind}">{tag}{title}'
        f"</h{level}>\n{''.join(inner)}</section>\n"
    )


def note(text: str, mark: str = "1", role: str = "footnote") -> str:
    """A footnote, which stands inside a sentence."""
    sup = f'<sup class="ltx_note_mark">{mark}</sup>'
    return (
        f'<span class="ltx_note ltx_role_{role}">{sup}<span class="ltx_note_outer">'
        f'<span class="ltx_note_content">{sup}\n   <span class="ltx_tag ltx_tag_note">{mark}</span>'
        f"\n   {text}</span></span></span>"
    )


def math(tex: str, presented: str, content: str = "<ci>x</ci>") -> str:
    """A formula in MathML with its TeX."""
    return (
        f'<math alttext="{tex}" class="ltx_Math" display="inline"><semantics>{presented}'
        f'<annotation-xml encoding="MathML-Content">{content}</annotation-xml>'
        f'<annotation encoding="application/x-tex">{tex}</annotation></semantics></math>'
    )


def equation(tex: str, number: int = 1) -> str:
    """A displayed formula with its number."""
    return (
        '<table class="ltx_equation ltx_eqn_table"><tbody><tr class="ltx_equation ltx_eqn_row">'
        f'<td class="ltx_eqn_cell">{math(tex, "<mrow><mi>a</mi><mo>=</mo><mi>b</mi></mrow>")}</td>'
        f'<td class="ltx_eqn_cell ltx_eqn_eqno"><span class="ltx_tag ltx_tag_equation">({number})'
        "</span></td></tr></tbody></table>"
    )


def bibitem(number: int, label: str, blocks: Sequence[str]) -> str:
    """A reference."""
    tag = f'<span class="ltx_tag ltx_role_refnum ltx_tag_bibitem">{label}</span>' if label else ""
    inner = "".join(f'<span class="ltx_bibblock">\n{block}\n</span>' for block in blocks)
    return f'<li id="bib.bib{number}" class="ltx_bibitem">\n{tag}\n{inner}</li>\n'


def bibliography(references: Sequence[tuple[str, Sequence[str]]] = NUMBERED) -> str:
    """A reference list."""
    listed = "".join(
        bibitem(number, *reference) for number, reference in enumerate(references, start=1)
    )
    return (
        '<section id="bib" class="ltx_bibliography"><h2 class="ltx_title ltx_title_bibliography">'
        f'References</h2>\n<ul class="ltx_biblist">\n{listed}</ul></section>\n'
    )


def latexml(
    *body: str,
    title: str = "Life of ponds",
    authors: str = "Ada Lake",
    abstract: str = "",
    references: str | None = None,
    era: int = 1,
    stamp: str = "arXiv:2304.01234v2 [cs.CL] 3 Apr 2023",
) -> bytes:
    """A page: of era 1 as LaTeXML (Perl) wrote it, of era 2 as latexml-oxide does.

    In it ``<cite>`` is written with its classes, and ``<3>`` or ``<3:Ott>`` is a link to
    reference 3.
    """
    short = '<div class="ltx_abstract"><h6 class="ltx_title ltx_title_abstract">Abstract</h6>'
    short = f'{short}<p class="ltx_p">{abstract}</p></div>' if abstract else ""
    article = (
        '<article class="ltx_document ltx_authors_1line">\n<h1 class="ltx_title '
        f'ltx_title_document">{_written(title, era)}</h1>\n<div class="ltx_authors"><span '
        f'class="ltx_creator ltx_role_author"><span class="ltx_personname">{authors}</span></span>'
        f"</div>\n{_written(short + ''.join(body), era)}"
        f"{bibliography() if references is None else references}</article>"
    )
    mark = f'<div id="watermark-tr">\n{stamp}</div>' if stamp else ""
    if era == 1:
        return (
            '<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>Life of ponds'
            "</title>\n<!--Generated on Mon Apr 3 2023 by LaTeXML (version 0.8.7)--></head>\n<body>"
            f'<nav class="ltx_page_navbar"><nav class="ltx_TOC">Contents</nav></nav>{mark}\n'
            f'<div class="ltx_page_main"><div class="ltx_page_content">{article}</div>\n'
            '<footer class="ltx_page_footer">Generated by LaTeXML</footer></div></body></html>'
        ).encode()
    return (
        '<!DOCTYPE html><html lang="en" data-theme="light">\n<body>\n<dialog><h5>Report</h5><p>Tell'
        ' us</p></dialog><header class="arxiv-html-header"><a href="https://arxiv.org/">arXiv</a>'
        '<nav><button>Menu</button><p>Why HTML?</p></nav></header><nav class="ltx_page_navbar">'
        '<nav class="ltx_TOC"><ol class="ltx_toclist"><li>Aim</li></ol></nav></nav>'
        f'<div class="ltx_page_main"><div class="infobox">{mark}</div>\n<div '
        f'class="ltx_page_content">{article}</div></div><footer class="arxiv-html-footer"><p>Tip: '
        "select</p></footer>"
        "</body></html>"
    ).encode()
