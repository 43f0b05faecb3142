"""Annotated texts for brat: ``NAME.txt`` and ``NAME.ann`` in standoff format.

An annotation that goes over the end of a line is written in fragments, as brat reads one by lines.
What is known of it besides stands in a note. Names of files are short and in ASCII, so that they
can be unpacked everywhere; ``INDEX`` says which text is in which.
"""

import re
import unicodedata
from collections.abc import Iterable

from ..phrases import free_name
from .annotated import AnnotatedText, Annotation

_NO_TYPE = re.compile(r"[^A-Za-z0-9_-]+")
_NO_NAME = re.compile(r"[^A-Za-z0-9_.-]+")
# Devices of Windows, whatever follows behind a full stop.
_DEVICE = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?=\.|$)", re.IGNORECASE)
_LINE = re.compile(r"[^\r\n]+")
_MAX_NAME = 60  # characters of the name of a file
INDEX = "index.csv"
INDEX_COLUMNS = ("file", "id", "source")


def file_name(text: AnnotatedText, names: dict[str, int]) -> str:
    """Return the name of the files of a text, without suffix.

    Names differ also where case does not count; ``names`` counts those that are given.

    >>> names = {}
    >>> [file_name(AnnotatedText(id, "", (), {}), names) for id in ("Müller/1.xml", "con.txt")]
    ['Muller_1.xml', 'text_con.txt']
    """
    plain = unicodedata.normalize("NFKD", text.id).encode("ascii", "ignore").decode()
    name = _NO_NAME.sub("_", plain)[:_MAX_NAME].strip("._-") or "text"
    name = _DEVICE.sub(r"text_\g<0>", name)
    return free_name(name, names, "-", fold=str.casefold)


def plain_text(text: AnnotatedText) -> str:
    """Return the text as the file has it: with blanks for carriage returns, which brat drops."""
    return text.text.replace("\r", " ")


def standoff(text: AnnotatedText) -> str:
    r"""Return the annotations of a text, in lines.

    >>> one = Annotation(6, 9, "Gene", {"confidence": "0.9"})
    >>> standoff(AnnotatedText("a", "Frogs p53", (one,), {})).splitlines()
    ['T1\tGene 6 9\tp53', '#1\tAnnotatorNotes T1\tconfidence 0.9']
    """
    lines = []
    for number, one in enumerate(text.annotations, start=1):
        pieces = [
            (one.start + piece.start(), one.start + piece.end())
            for piece in _LINE.finditer(text.text[one.start : one.end])
        ]
        if pieces:
            spans = ";".join(f"{start} {end}" for start, end in pieces)
            words = " ".join(text.text[start:end] for start, end in pieces)
            lines.append(f"T{number}\t{type_of(one)} {spans}\t{words}\n")
            if one.facts:
                facts = "; ".join(f"{name} {value}" for name, value in one.facts.items())
                lines.append(f"#{number}\tAnnotatorNotes T{number}\t{' '.join(facts.split())}\n")
    return "".join(lines)


def configuration(types: Iterable[str]) -> str:
    """Return brat's ``annotation.conf`` for annotations of these types."""
    listed = "".join(f"{name}\n" for name in sorted(set(types)))
    return f"[entities]\n{listed}\n[relations]\n\n[events]\n\n[attributes]\n"


def type_of(annotation: Annotation) -> str:
    """Return the type of an annotation in the characters that brat allows."""
    return _NO_TYPE.sub("_", annotation.kind).strip("_") or "Entity"
