r"""A bibliography in BibTeX, in UTF-8.

Characters that TeX reads as commands are written as such, so "R&D_1" is ``R\&D\_1``. BibTeX counts
braces before TeX sees them, so no lone one is left. Identifiers stand as they are, since styles
make links of them, but for what could begin a command, which is written as in an address.
"""

import re
from collections.abc import Iterable

from .references import Author, Reference

_ENTRIES = {"article": "article", "book": "book", "preprint": "misc", "other": "misc"}
_ESCAPES = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\textbraceleft{}",
        "}": r"\textbraceright{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        '"': "{''}",
        **{sign: f"\\{sign}" for sign in "&%$#_"},
    }
)
_ADDRESS = str.maketrans({sign: f"%{ord(sign):02X}" for sign in "\\{}^~"})
_PLAIN_NAME = re.compile(r"[^\W\d_]+(?:[ '\u2019-][^\W\d_]+)*")


def bibtex_text(references: Iterable[Reference]) -> str:
    """Return the bibliography as a file has it."""
    return "\n".join(map(_entry, references))


def escaped(text: str) -> str:
    r"""Return a text that TeX prints as it stands.

    >>> print(escaped("R&D_1: 5% {of} \\all"))
    R\&D\_1: 5\% \textbraceleft{}of\textbraceright{} \textbackslash{}all
    """
    return text.translate(_ESCAPES)


def _entry(reference: Reference) -> str:
    ids = {kind: value.translate(_ADDRESS) for kind, value in reference.identifiers.items()}
    fields = {
        "author": " and ".join(map(_name, reference.authors)),
        # The second braces keep capitals, which styles make small: names of genes have them.
        "title": f"{{{escaped(reference.title)}}}" if reference.title else "",
        "journal": escaped(reference.source),
        "year": escaped(reference.year),
        **{kind: ids.get(kind, "") for kind in ("doi", "pmid", "pmcid")},
        "eprint": ids.get("arxiv", ""),
        "archiveprefix": "arXiv" if "arxiv" in ids else "",
        "note": escaped(reference.note),
        "keywords": ", ".join(reference.roles),
    }
    lines = [f"  {name} = {{{value}}}" for name, value in fields.items() if value]
    return f"@{_ENTRIES[reference.kind]}{{{reference.key},\n" + ",\n".join(lines) + "\n}\n"


def _name(author: Author) -> str:
    """Return a name as BibTeX takes it apart: braces where it must not."""
    surname = escaped(author.surname)
    is_plain = author.is_person and _PLAIN_NAME.fullmatch(author.surname)
    words = surname.lower().split()
    if not is_plain or "and" in words or (len(words) > 1 and not author.given):
        surname = f"{{{surname}}}"
    return f"{surname}, {escaped(author.given)}" if author.given else surname
