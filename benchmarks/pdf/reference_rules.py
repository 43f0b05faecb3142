"""References read by rules: what a careful programmer writes in an hour, to compare with.

Authors end at a year in brackets, at a quote, or behind the last initials near the begin; the title
is the sentence, or the quotation, that follows; the container stands before the volume, which is
the first number behind it that pages follow.
"""

import re

from spacy_citalign.citations.references.fields import Reference

_PARTICLES = r"(?:(?:van|von|de|der|den|di|da|la|le|del|dos|el|al|Van|De|Di|La|Le)\s){0,3}"
_NAME = r"[A-Z\u00c0-\u017f][\w'\u2019\u2010-]{1,30}"
_SURNAME = rf"{_PARTICLES}{_NAME}(?:\s{_NAME})?"
_INITIALS = r"(?:[A-Z]\.?[\s-]?){1,4}(?:Jr\.?|II)?"
_AUTHOR = re.compile(
    rf"\s*(?:(?P<last>{_SURNAME}),?\s(?P<behind>{_INITIALS})(?=[\s,.;:&(]|$)"
    rf"|(?P<before>(?:[A-Z]\.[\s-]?){{1,4}})\s?(?P<name>{_SURNAME}))"
)
_BETWEEN = re.compile(r"\s*(?:[,;.]?\s*(?:and|&)\s|[,;]|(?=[A-Z][\w'-]+,?\s[A-Z]\b))\s*")
_OTHERS = re.compile(r"[\s,;]*(?:and others|et al\.?)", re.IGNORECASE)
_YEAR = re.compile(r"\(?\b((?:1[5-9]|20)\d\d)([a-z]?)\b\)?")
_PARENTHESISED = re.compile(r"\(((?:1[5-9]|20)\d\d)([a-z]?)\)")
_QUOTED = re.compile('["\u201c]([^"\u201c\u201d]{5,500})["\u201d]')
_SENTENCE = re.compile(r"(.{6,600}?[^\s.A-Z])(?:[.?!]\s|[.?!]?$)")
_NUMBERS = re.compile(
    r"(?:vol\.?\s*)?\b(\d{1,4})\s*(?:\([^)]{1,20}\)|,?\s*no\.?\s*\d+)?\s*[:,]\s*(?:pp?\.?\s*)?"
    r"([A-Za-z]?\d+(?:\s*[-\u2013]\s*[A-Za-z]?\d+)?)",
    re.IGNORECASE,
)
_PAGES = re.compile(r"\bpp?\.?\s*([A-Za-z]?\d+(?:\s*[-\u2013]\s*[A-Za-z]?\d+)?)")
_DASH = re.compile(r"\s*[-\u2013]\s*")


def read_by_rules(text: str) -> Reference:
    """Return what an entry says."""
    authors, at = _authors(text)
    year = _PARENTHESISED.search(text) or _YEAR.search(text)
    rest = text[at:]
    for found in (_PARENTHESISED.search(text), _YEAR.search(text)):
        if found and found.start() <= at + 3:  # behind the authors
            rest, year = text[found.end() :], found
            break
    rest = rest.lstrip(" .,:;)")
    quoted = _QUOTED.search(rest)
    sentence = quoted or _SENTENCE.match(rest)
    title = sentence[1].rstrip(" ,.") if sentence else ""
    behind = rest[sentence.end() :] if sentence else ""
    numbers = _NUMBERS.search(behind)
    pages = numbers[2] if numbers else ""
    if not numbers and (match := _PAGES.search(behind)):
        pages = match[1]
    end = numbers.start() if numbers else len(behind)
    container = _YEAR.split(behind[:end])[0]
    container = re.sub(r"^\s*,?\s*(?:In:?\s)?", "", container).strip(" ,.;:(")
    return Reference(
        "",
        tuple(authors),
        year[1] if year else "",
        year[2] if year else "",
        title,
        container if len(container) < 200 else "",
        numbers[1] if numbers else "",
        _DASH.sub("-", pages),
        "",
        "",
        "",
        "",
        text,
    )


def _authors(text: str) -> tuple[list[tuple[str, str]], int]:
    authors: list[tuple[str, str]] = []
    at = 0
    while match := _AUTHOR.match(text, at):
        surname = match["last"] or match["name"]
        authors.append((surname, (match["behind"] or match["before"]).strip()))
        at = match.end()
        if others := _OTHERS.match(text, at):
            return authors, others.end()
        between = _BETWEEN.match(text, at)
        if not between or not _AUTHOR.match(text, between.end()):
            break
        at = between.end()
    return authors, at
