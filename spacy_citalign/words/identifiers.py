"""Identifiers of works, in their usual forms: DOI, PMID, PMCID and arXiv id.

A DOI that arXiv gives to its own papers is their arXiv id.
"""

import re
from collections.abc import Iterable

KINDS = ("doi", "pmid", "pmcid", "arxiv")
_ARXIV_ID = r"(?:[a-z]+(?:-[a-z]+)?(?:\.[a-z]{2})?/[0-9]{7}|[0-9]{4}\.[0-9]{4,5})"
_PMCID = re.compile(r"(?:pmc)?([0-9]+)(?:\.[0-9]+)?", re.IGNORECASE)
_DOI = re.compile(r"(?:(?:https?://)?(?:dx\.)?doi\.org/|doi:)?[ \t]*(10\.\S+)", re.IGNORECASE)
_ARXIV = re.compile(
    rf"(?:(?:https?://)?arxiv\.org/(?:abs|pdf)/|arxiv:)?[ \t]*({_ARXIV_ID})(?:v[0-9]+)?(?:\.pdf)?",
    re.IGNORECASE,
)
_ARXIV_DOI = re.compile(rf"10\.48550/arxiv\.({_ARXIV_ID})", re.IGNORECASE)
# Where an address has them.
_LINKS = {
    "doi": re.compile(r"doi\.org/(10\.[^\s?#]+)", re.IGNORECASE),
    "pmid": re.compile(r"(?:/pubmed/|pubmed\.ncbi\.nlm\.nih\.gov/)([0-9]+)", re.IGNORECASE),
    "pmcid": re.compile(r"/(PMC[0-9]+)", re.IGNORECASE),
    "arxiv": re.compile(rf"arxiv\.org/(?:abs|pdf)/({_ARXIV_ID})", re.IGNORECASE),
}
# Where the words of a reference say what they are; they begin with three letters of the kind.
_WRITTEN = {
    "doi": re.compile(r"(?:\bdoi\b[ :]{0,3}|doi\.org/)(10\.[0-9]{4,9}/[^\s\"<>]+)", re.IGNORECASE),
    "pmid": re.compile(r"\bPMID\b[ :]{0,3}([0-9]{1,9})\b", re.IGNORECASE),
    "pmcid": re.compile(r"\b(PMC[0-9]{4,9})\b"),
    "arxiv": re.compile(
        rf"(?:\barxiv(?: preprint)?(?: arxiv)?[ :]{{0,3}}|arxiv\.org/(?:abs|pdf)/)({_ARXIV_ID})",
        re.IGNORECASE,
    ),
}
_END = ".,;:)]}'\"\u2019\u201d"


def identifier(kind: str | None, text: str) -> tuple[str, str]:
    """Return the kind of an identifier and its usual form; ("", "") of anything else.

    >>> identifier("doi", "https://doi.org/10.1000/ABC")
    ('doi', '10.1000/abc')
    >>> identifier("pmc", "12345")
    ('pmcid', 'PMC12345')
    >>> identifier("arXiv", "arXiv:2304.01234v2"), identifier("doi", "10.48550/arXiv.2304.01234")
    (('arxiv', '2304.01234'), ('arxiv', '2304.01234'))
    """
    kind, text = (kind or "").lower(), text.strip()
    if kind == "doi" and (match := _DOI.match(text)):
        if own := _ARXIV_DOI.fullmatch(match[1]):
            return "arxiv", own[1].lower()
        return "doi", match[1].lower()
    if kind in ("pmid", "pubmed") and (match := re.search("[0-9]+", text)):
        return "pmid", match[0]
    if kind in ("pmc", "pmcid", "pmcaid") and (match := _PMCID.fullmatch(text)):
        return "pmcid", f"PMC{match[1]}"
    if kind in ("arxiv", "arxivid", "arxiv_id") and (match := _ARXIV.fullmatch(text)):
        return "arxiv", match[1].lower()
    return "", ""


def identifiers_in_links(addresses: Iterable[str]) -> dict[str, str]:
    """Return the first identifier of each kind that addresses have.

    >>> identifiers_in_links(["https://doi.org/10.5555/ZK.1"])
    {'doi': '10.5555/zk.1'}
    """
    values: dict[str, str] = {}
    for address in addresses:
        for name, pattern in _LINKS.items():
            if link := pattern.search(address):
                kind, value = identifier(name, link[1].rstrip(".,;"))
                if kind:
                    values.setdefault(kind, value)
    return values


def identifiers_in_text(text: str) -> dict[str, str]:
    """Return the identifiers that the words of a reference say, by kind.

    >>> identifiers_in_text("Zork A (2004) Frogs. doi: 10.5555/ZK.1. PMID: 77")
    {'doi': '10.5555/zk.1', 'pmid': '77'}
    >>> identifiers_in_text("Zork A. Frogs awake. arXiv preprint arXiv:1706.03762, 2017")
    {'arxiv': '1706.03762'}
    """
    values: dict[str, str] = {}
    low = text.lower()
    for kind, pattern in _WRITTEN.items():
        if kind[:3] in low and (match := pattern.search(text)):  # the first is quick
            found, value = identifier(kind, match[1].rstrip(_END))
            if found:
                values.setdefault(found, value)
    return values
