"""Tagged references rendered in styles of lists of references, to learn from.

The styles are in ``styles.tsv``. A rendering is pieces of text, each with the part that it is, so
that it says where the parts are. It varies as pages vary: where abbreviated journals have stops,
how pages are shortened, what stands at the end, and what is lost on the way from a page to text.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import NamedTuple, Protocol

from spacy_citalign.words.data_files import data_rows, word_list

Piece = tuple[str, str]
People = Sequence[tuple[str, str]]

_PATTERN = re.compile(r"\{(\w+)\}|([^{}]+)")
_OPTIONAL = re.compile(r"\[([^\[\]]*)\]|([^\[\]]+)")
_RANGE = re.compile(r"([A-Za-z]{0,3}\d+)\s?[-\u2013\u2012\u2010]+\s?([A-Za-z]{0,3}\d+)")
_NAME = re.compile(r"[^\W\d_]+\.?|-")
_BROKEN = re.compile(r"(?<=[^\W\d_A-Z]{3})(?=[^\W\d_A-Z]{3})")
_LIGATURES = {"ffi": "\ufb03", "fi": "\ufb01", "fl": "\ufb02", "ff": "\ufb00"}
_SMALL = frozenset("a an and as at by for from in of on or the to with".split())
_DOI = ("doi:", "doi: ", "DOI: ", "https://doi.org/", "http://dx.doi.org/", "DOI ", "")
_MONTHS = " Jan: Feb: Mar: Apr: May: June: July-Sept: Nov-Dec: Oct 12: Dec 1".split(":")
_ENDS = ("[PubMed]", "[CrossRef]", "[Google Scholar]", "[CrossRef] [PubMed]")


class Style(NamedTuple):
    """A line of ``styles.tsv``."""

    name: str
    names: str
    between: str
    before_last: str
    most: str
    more: str
    article: str
    chapter: str
    book: str


@cache
def styles() -> tuple[Style, ...]:
    """Return all styles."""
    return tuple(Style(*row) for row in data_rows(__package__, "styles.tsv"))


class Tagged(Protocol):
    """A reference whose parts are tagged, see ``corpora.tagged_references``."""

    @property
    def authors(self) -> People: ...  # noqa: D102
    @property
    def editors(self) -> People: ...  # noqa: D102
    @property
    def others(self) -> bool: ...  # noqa: D102
    @property
    def parts(self) -> Mapping[str, str]: ...  # noqa: D102
    @property
    def pieces(self) -> Sequence[Piece]: ...  # noqa: D102


def render(reference: Tagged, names: Style, style: Style, random: Random) -> list[Piece]:
    """Return a reference as it stands in a list, piece by piece.

    Args:
        reference: its parts.
        names: the style of the names.
        style: of all else.
        random: what varies is drawn from it.
    """
    parts, editors = reference.parts, reference.editors
    written = _varied(parts, random)
    if "preprint" in written:
        written["container"] = written["preprint"]
    if "year" in written and random.random() < 0.06:
        written["year"] += random.choice("abc")
    if editors or (written.get("publisher") and written.get("container")):
        pattern = style.chapter
    else:
        pattern = style.article if written.get("container") else style.book
    groups = {
        "authors": _names(reference.authors, names, "", random, others=reference.others),
        "editors": _names(editors, names, "editor", random, others=False),
    }
    pieces: list[Piece] = []
    for optional, fixed in _OPTIONAL.findall(pattern):
        _add(pieces, optional or fixed, groups, written, optional=bool(optional))
    if "doi" in written and random.random() < 0.4:
        pieces += [(" ", ""), (random.choice(_DOI) + written["doi"], "id")]
        pieces += [(".", "")] * (random.random() < 0.4)
    elif "url" in written and random.random() < 0.5:
        pieces += [(random.choice([" ", " Available from: ", " URL "]), ""), (written["url"], "id")]
    elif random.random() < 0.1:
        number = random.randrange(10**6, 10**8)
        pieces.append((" " + random.choice([f"PMID: {number}", *_ENDS]), "id"))
    if "preprint" in written:
        pieces = [(text, "id" if part == "container" else part) for text, part in pieces]
    return worn(pieces, random)


def _add(
    pieces: list[Piece],
    pattern: str,
    groups: Mapping[str, list[Piece]],
    written: Mapping[str, str],
    *,
    optional: bool,
) -> None:
    found = _PATTERN.findall(pattern)
    if optional and not all(written.get(name) or groups.get(name) for name, _ in found if name):
        return
    for name, between in found:
        if name in groups:
            pieces += groups[name]
        elif name:
            pieces.append((written.get(name, ""), name))
            if name == "year" and "month" in written:
                pieces.append((written["month"], ""))
        else:
            ended = pieces[-1][0][-1:] if pieces else ""
            if ended and ended in ".?!" and between[0] in ".,":
                between = between[1:]
            pieces.append((between, ""))


def _names(people: People, style: Style, part: str, random: Random, *, others: bool) -> list[Piece]:
    most, kept = map(int, style.most.split("/"))
    more = others or len(people) > most
    shown = people[:kept] if len(people) > most else people
    capitals = random.random() < 0.05
    first, _, rest = style.names.partition("|")
    pieces: list[Piece] = []
    for number, (surname, given) in enumerate(shown):
        if number:
            last = number == len(shown) - 1 and not more
            pieces.append((style.before_last if last else style.between, part))
        pattern = rest if number and rest else first
        initials = _initials(given)
        forms = {
            "S": surname.upper() if capitals else surname,
            "G": given if re.search("[a-z]", given) else _in_full(initials, random),
            "I": "".join(initials).replace("-", "" if random.random() < 0.7 else "-"),
            "D": "".join(f"{one}." for one in initials),
            "B": " ".join(f"{one}." for one in initials).replace(" -", "-"),
        }
        if not given:
            pattern = "S"
        for sign in re.findall(r"\w|\W+", pattern):
            own = {"S": "surname", "G": "given", "I": "given", "D": "given", "B": "given"}
            pieces.append((forms.get(sign, sign), part or own.get(sign, "")))
    if more and shown:
        pieces.append((style.more, ""))
    return [(text, piece) for text, piece in pieces if text]


@cache
def _names_by_letter() -> dict[str, list[str]]:
    names: dict[str, list[str]] = {}
    for name in sorted(word_list(__package__, "given_names.txt")):
        names.setdefault(name[0], []).append(name)
    return names


def _in_full(initials: Sequence[str], random: Random) -> str:
    """Return a name in full for the first of initials, and sometimes for the others."""
    full = []
    stop = random.choice([".", ".", ""])
    for number, initial in enumerate(initials):
        names = _names_by_letter().get(initial.upper())
        is_full = names and (not number or random.random() < 0.2)
        full.append(random.choice(names) if names and is_full else f"{initial}{stop}")
    return " ".join(full).replace(" -", "-")


def _initials(given: str) -> list[str]:
    """Return initials; one that a hyphen joins to the one before begins with it."""
    initials: list[str] = []
    hyphen = ""
    for name in _NAME.findall(given):
        bare = name.rstrip(".")
        if name == "-":
            hyphen = "-" if initials else ""
            continue
        first, *others = bare if bare.isupper() and len(bare) <= 3 else bare[:1]
        initials += [hyphen + first, *others]
        hyphen = ""
    return initials


def _varied(parts: Mapping[str, str], random: Random) -> dict[str, str]:
    written = dict(parts)
    for name in ("title", "container"):
        if name in written:
            written[name] = written[name].rstrip(" .") or written[name]
    if "container" in written and random.random() < 0.3:
        written["container"] = written["container"].replace(".", "")
    elif parts.get("container", "").endswith(".") and random.random() < 0.8:
        written["container"] += "."
    if "." not in written.get("container", ".") and random.random() < 0.04:
        written["container"] = written["container"].capitalize()
    if "title" in written and random.random() < 0.12:
        words = written["title"].split(" ")
        written["title"] = " ".join(
            word if word in _SMALL else word[:1].upper() + word[1:] for word in words
        )
    if random.random() < 0.05:
        written["month"] = random.choice(_MONTHS)
    if match := _RANGE.fullmatch(parts.get("pages", "")):
        first, last = match.groups()
        if len(first) == len(last) and random.random() < 0.3:
            same = next((n for n in range(len(first)) if first[n] != last[n]), 0)
            last = last[same:]
        written["pages"] = first + random.choice("-\u2013\u2013") + last
    return written


def worn(pieces: Sequence[Piece], random: Random) -> list[Piece]:
    """Return pieces as they come out of a page: blanks lost or put in, ligatures, cut words."""
    worn: list[Piece] = []
    lost = random.random() < 0.08
    apart = random.random() < 0.04
    straight = random.random() < 0.4
    for text, part in pieces:
        if straight:
            text = re.sub("[\u2018\u2019]", "'", re.sub("[\u201c\u201d]", '"', text))
        if not part and lost and len(text) > 1 and text[-1] == " " and random.random() < 0.5:
            text = text[:-1]
        if not part and apart and random.random() < 0.3:
            text = " " + text.lstrip()
        if part in ("title", "container") and random.random() < 0.04:
            long, short = random.choice([*_LIGATURES.items()])
            text = text.replace(long, short)
        if part in ("title", "container", "surname") and random.random() < 0.04:
            places = [match.start() for match in _BROKEN.finditer(text)]
            if places:
                at = random.choice(places)
                text = text[:at] + random.choice(["-", "- "]) + text[at:]
        if text:
            worn.append((text, part))
    return worn
