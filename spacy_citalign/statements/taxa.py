"""Species that a sentence names, each by one name however it is written."""

import re
from typing import NamedTuple

from ..words.data_files import data_rows

_NAMES = {
    spelling: name
    for name, spellings in data_rows(__package__, "taxa.tsv")
    for spelling in spellings.split("|")
}
_LISTED = "|".join(
    f"[{one[0].upper()}{one[0]}]{re.escape(one[1:])}" if one[0].islower() else re.escape(one)
    for one in sorted(_NAMES, key=len, reverse=True)
)
# "Ocimum sanctum" by the ends of Latin words, "O. sanctum" by its form.
_ENDS = "um|(?<!o)us|(?<!s)is|ii|ae|ens|oides|ra|na|la|ta|ca|da"
_LATIN = rf"[A-Z][a-z]{{2,}} [a-z]{{2,}}(?:{_ENDS})|[A-Z][a-z]?\. ?[a-z]{{4,}}"
_TAXON = re.compile(rf"(?<![\w-])(?:({_LISTED})|({_LATIN}))(?![\w-])")
_NO_LATIN = set("data criteria bacteria analysis basis virus versus thus extra plasma this".split())
_NO_LATIN |= set("formula schema spectra synthesis status focus".split())
_GENUS = re.compile(r"\bgenus ([A-Z][a-z]{3,})|\b([A-Z][a-z]{3,}) genus\b")


class Taxon(NamedTuple):
    """A species that is named: half-open characters, and its one name."""

    start: int
    end: int
    name: str


def find_taxa(text: str) -> list[Taxon]:
    """Return the species of a text, in order.

    >>> [taxon.name for taxon in find_taxa("T. aestivum and Ocimum sanctum are unlike rice.")]
    ['wheat', 'sanctum', 'rice']
    """
    taxa = []
    for match in _TAXON.finditer(text):
        written = match[0]
        if match[1]:
            name = _NAMES.get(written) or _NAMES[written[0].lower() + written[1:]]
        else:
            name = re.split(r"[ .]+", written)[-1]
            if name in _NO_LATIN:
                continue
        taxa.append(Taxon(match.start(), match.end(), name))
    taxa += [Taxon(*one.span(), (one[1] or one[2]).lower()) for one in _GENUS.finditer(text)]
    return sorted(taxa)
