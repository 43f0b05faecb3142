"""DOIs, PMIDs and PMCIDs of works in their usual forms."""

import re
from collections.abc import Iterable

from ..corpora.xml_files import Element, text_of

_PMCID = re.compile(r"(?:pmc)?([0-9]+)(?:\.[0-9]+)?", re.IGNORECASE)
_DOI = re.compile(r"(?:(?:https?://)?(?:dx\.)?doi\.org/|doi:)?[ \t]*(10\.\S+)", re.IGNORECASE)
# Where an address has them.
LINKS = {
    "doi": re.compile(r"doi\.org/(10\.[^\s?#]+)", re.IGNORECASE),
    "pmid": re.compile(r"(?:/pubmed/|pubmed\.ncbi\.nlm\.nih\.gov/)([0-9]+)", re.IGNORECASE),
    "pmcid": re.compile(r"/(PMC[0-9]+)", re.IGNORECASE),
}


def identifier(kind: str | None, text: str) -> tuple[str, str]:
    """Return the kind of a DOI, PMID or PMCID and its usual form; ("", "") of anything else.

    >>> identifier("doi", "https://doi.org/10.1000/ABC")
    ('doi', '10.1000/abc')
    >>> identifier("pmc", "12345")
    ('pmcid', 'PMC12345')
    """
    kind, text = (kind or "").lower(), text.strip()
    if kind == "doi" and (match := _DOI.match(text)):
        return "doi", match[1].lower()
    if kind in ("pmid", "pubmed") and (match := re.search("[0-9]+", text)):
        return "pmid", match[0]
    if kind in ("pmc", "pmcid", "pmcaid") and (match := _PMCID.fullmatch(text)):
        return "pmcid", f"PMC{match[1]}"
    return "", ""


def identifiers(elements: Iterable[Element], attribute: str) -> dict[str, str]:
    """Return the first PMID, PMCID and DOI of elements, "" where there is none.

    Args:
        elements: with an identifier each.
        attribute: tells the kind of the identifier.
    """
    values = {"pmid": "", "pmcid": "", "doi": ""}
    for element in elements:
        kind, value = identifier(element.get(attribute), text_of(element))
        if kind and not values[kind]:
            values[kind] = value
    return values
