"""What the reader of references learns from: tagged references, most of them rendered in styles.

Nearly all references whose parts are tagged are articles of journals with initials. Some are
rendered as what else lists have: preprints, papers of proceedings, chapters, books, theses.
"""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import NamedTuple

from .reference_styles import People, Piece, Tagged, render, styles, worn

_PUBLISHERS = (
    "Springer, Berlin",
    "London: Academic Press",
    "CRC Press, Boca Raton, FL",
    "New York, NY: Wiley",
    "Oxford University Press",
    "Elsevier",
    "John Wiley & Sons, Ltd.",
    "Cambridge University Press, Cambridge, UK",
    "Council of Scientific and Industrial Research, New Delhi, India",
    "University of California Press",
    "Humana Press; Totowa, NJ",
)
_CONFERENCES = ("IEEE", "ACM", "PMLR", "Springer, Berlin", "ELRA")
_THESES = ("PhD thesis, ", "Ph.D. Thesis. ", "M.Sc. Thesis, ", "Master's thesis, ", "[thesis]. ")
_SCHOOLS = ("University of Oxford", "Delhi University, India", "Stanford", "ETH Z\u00fcrich")
_EDITIONS = ("2nd ed. ", "3rd ed., ", "2nd Edition. ", "Vol. 2. ", "")


class _Variant(NamedTuple):
    """A reference as one of another kind."""

    authors: People
    editors: People
    others: bool
    parts: Mapping[str, str]
    pieces: Sequence[Piece] = ()


def examples(references: Iterable[Tagged], *, copies: int, seed: int) -> list[list[Piece]]:
    """Return what to learn from: each reference in some styles, and as it stands in its list.

    Args:
        references: those without title and container are left out.
        copies: in how many styles each is rendered; half of them have the names of another one.
        seed: of what is drawn.
    """
    random = Random(seed)
    told = [one for one in references if {"title", "container"} & one.parts.keys()]
    found: list[list[Piece]] = []
    for reference in told:
        for _ in range(copies):
            style = random.choice(styles())
            names = style if random.random() < 0.5 else random.choice(styles())
            variant = _variant(reference, random.choice(told), random)
            found.append(render(variant, names, style, random))
        if reference.pieces:
            found.append(worn(reference.pieces, random))
    random.shuffle(found)
    return found


def _variant(reference: Tagged, other: Tagged, random: Random) -> Tagged:
    """Return a reference as it is, or an article as something else, with parts of another one."""
    parts = reference.parts
    if reference.editors or not {"title", "container", "volume"} <= parts.keys():
        return reference
    chance = random.random()
    editors: People = ()
    if chance < 0.05:
        written = _preprint(parts, random)
    elif chance < 0.1:
        written = _proceedings(parts, random)
    elif chance < 0.16 and "title" in other.parts:
        written, editors = _chapter(parts, other.parts["title"], random), other.authors[:3]
    elif chance < 0.2:
        written = _book(parts, random)
    else:
        return reference
    return _Variant(reference.authors, editors, reference.others, written)


def _only(parts: Mapping[str, str], *names: str) -> dict[str, str]:
    return {name: parts[name] for name in names if name in parts}


def _preprint(parts: Mapping[str, str], random: Random) -> dict[str, str]:
    number = (
        f"{random.randrange(7, 27):02}{random.randrange(1, 13):02}.{random.randrange(10**5):05}"
    )
    forms = (
        f"arXiv preprint arXiv:{number}",
        f"arXiv:{number}",
        f"arXiv:{number} [q-bio.QM]",
        f"CoRR, abs/{number}",
        f"bioRxiv, {random.randrange(10**5, 10**6)}",
        f"https://arxiv.org/abs/{number}",
    )
    return _only(parts, "title", "year") | {"preprint": random.choice(forms)}


def _proceedings(parts: Mapping[str, str], random: Random) -> dict[str, str]:
    number = random.randrange(2, 60)
    end = {1: "st", 2: "nd", 3: "rd"}.get(number % 10 if number // 10 != 1 else 0, "th")
    kind = random.choice(["International Conference", "Annual Meeting", "Workshop", "Symposium"])
    name = f"{kind} {random.choice(['on', 'of the', 'in'])} {parts['container'].rstrip('.')}"
    name = random.choice([f"{number}{end} {name}", name, f"{parts.get('year', '')} {name}".strip()])
    name = random.choice(["Proceedings of the ", "Proc. ", "Proceedings of ", ""]) + name
    kept = _only(parts, "title", "year", "pages", "doi", *["volume"] * (random.random() < 0.2))
    if random.random() < 0.5:
        kept["publisher"] = random.choice(_CONFERENCES)
    return kept | {"container": name}


def _chapter(parts: Mapping[str, str], book: str, random: Random) -> dict[str, str]:
    kept = _only(parts, "title", "year", "pages")
    if random.random() < 0.4:
        kept["title"] = " ".join(kept["title"].split()[: random.randrange(1, 4)])
    return kept | {"container": book, "publisher": random.choice(_PUBLISHERS)}


def _book(parts: Mapping[str, str], random: Random) -> dict[str, str]:
    publisher = random.choice(_EDITIONS) + random.choice(_PUBLISHERS)
    if random.random() < 0.35:
        publisher = random.choice(_THESES) + random.choice(_SCHOOLS)
    return _only(parts, "title", "year") | {"publisher": publisher}
