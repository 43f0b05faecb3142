"""Invented articles in JATS, for tests."""

from collections.abc import Mapping

# Of each reference: first author, year, title, identifiers.
REFERENCES = {
    "r1": ("Yan", "2004", "Frogs awake", '<pub-id pub-id-type="pmid">11</pub-id>'),
    "r2": ("Lee", "1999", "Toads asleep", '<pub-id pub-id-type="doi">10.5555/t</pub-id>'),
    "r3": ("Ott", "2001", "Newts", ""),
}


def cite(rid: str, text: str) -> str:
    return f'<xref ref-type="bibr" rid="{rid}">{text}</xref>'


def jats(
    body: str,
    *,
    pmid: str = "900",
    title: str = "Pond life",
    references: Mapping = REFERENCES,
) -> bytes:
    """An article of invented text."""
    listed = "".join(
        f'<ref id="{name}"><element-citation><person-group><name><surname>{author}</surname></name>'
        f"</person-group><article-title>{cited}</article-title><year>{year}</year>{ids}"
        "</element-citation></ref>"
        for name, (author, year, cited, ids) in references.items()
    )
    return (
        '<article><front><article-meta><article-id pub-id-type="pmid">'
        f"{pmid}</article-id><title-group><article-title>{title}</article-title></title-group>"
        f"</article-meta></front><body>{body}</body><back><ref-list>{listed}</ref-list></back>"
        "</article>"
    ).encode()


def section(title: str, *paragraphs: str) -> str:
    return f"<sec><title>{title}</title>{''.join(f'<p>{text}</p>' for text in paragraphs)}</sec>"


def citing(rid: str, sentence: str) -> str:
    """A sentence with a mark of citation before its full stop."""
    return f"{sentence.rstrip('.')} [{cite(rid, rid[1:])}]."
