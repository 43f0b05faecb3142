"""Invented full texts in GROBID's TEI, for tests."""

from collections.abc import Sequence
from typing import NamedTuple


class Reference(NamedTuple):
    """A reference; ``raw`` is it as it was printed."""

    author: str
    year: str
    title: str
    journal: str = ""
    ids: tuple[tuple[str, str], ...] = ()
    raw: str = ""


REFERENCES = (
    Reference("Yan", "2004", "Frogs awake", "J Frogs", (("PMID", "11"),)),
    Reference("Lee", "1999", "Toads asleep", "Ponds", (("DOI", "10.5555/T"),)),
    Reference("Ott", "2001", "Newts", raw="Ott O. Newts. arXiv:2001.01234, 2001."),
    Reference("Zork", "2003", "Olms", "Caves", raw="Zork Z. Olms. Caves (2003)"),
    Reference("Mup", "2005", "Eels", "Rivers"),
)
ABOUT = (
    "<analytic><author><persName><forename>Ada</forename><surname>Lake</surname></persName>"
    '</author></analytic><monogr><title level="j">Pond life</title><imprint>'
    '<date type="published" when="2011-05-01"/></imprint></monogr>'
    '<idno type="MD5">ABCDEF</idno><idno type="DOI">10.5555/Own</idno>'
)


def ref(target: int | str | None, text: str) -> str:
    """A mark of the reference of that number, from 1; of none; or of ids as they are written."""
    if target is None:
        return f'<ref type="bibr">{text}</ref>'
    written = f"#b{target - 1}" if isinstance(target, int) else target
    return f'<ref type="bibr" target="{written}">{text}</ref>'


def div(title: str, *paragraphs: str, number: str = "", kind: str = "") -> str:
    """A section."""
    head = f'<head n="{number}">{title}</head>' if number else f"<head>{title}</head>"
    of_type = f' type="{kind}"' if kind else ""
    inner = "".join(f"<p>{text}</p>" for text in paragraphs)
    return f"<div{of_type}>{head if title else ''}{inner}</div>"


def bibl(number: int, reference: Reference) -> str:
    """A reference; ``number`` is that of its id, from 0."""
    ids = "".join(f'<idno type="{kind}">{value}</idno>' for kind, value in reference.ids)
    note = f'<note type="raw_reference">{reference.raw}</note>' if reference.raw else ""
    source = f'<title level="j">{reference.journal}</title>' if reference.journal else ""
    return (
        f'<biblStruct xml:id="b{number}"><analytic><title level="a" type="main">{reference.title}'
        f"</title><author><persName><forename>A</forename><surname>{reference.author}</surname>"
        f"</persName></author>{ids}</analytic><monogr>{source}<imprint>"
        f'<date type="published" when="{reference.year}"/></imprint></monogr>{note}</biblStruct>'
    )


def tei(
    *body: str,
    abstract: str = "",
    back: str = "",
    about: str = ABOUT,
    title: str = "Life of ponds",
    references: Sequence[Reference] = REFERENCES,
) -> bytes:
    """A full text of sections."""
    listed = "".join(bibl(number, reference) for number, reference in enumerate(references))
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<TEI xml:space="preserve" '
        'xmlns="http://www.tei-c.org/ns/1.0"><teiHeader xml:lang="en"><fileDesc><titleStmt>'
        f'<title level="a" type="main">{title}</title></titleStmt><sourceDesc><biblStruct>{about}'
        "</biblStruct></sourceDesc></fileDesc><profileDesc><abstract>"
        f'{abstract}</abstract></profileDesc></teiHeader><text xml:lang="en"><body>'
        f'{"".join(body)}</body><back>{back}<div type="references"><listBibl>{listed}</listBibl>'
        "</div></back></text></TEI>"
    ).encode()
