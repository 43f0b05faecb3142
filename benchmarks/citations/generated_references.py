"""Reference lists made with the faults of real ones, and which references are one work.

Titles, authors and journals are made up. A case has some works; each reference is the record of one
of them with a fault of one kind: the kinds are the functions of ``KINDS``. Not among them, and not
told apart: two papers of one author and year that share half of their title and an identifier.
"""

import random
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

SUBJECTS = "frogs toads newts reeds moths ducks snails algae eels herons voles midges ferns".split()
DEEDS = "growth song feeding courtship migration wintering moulting sleep defence rearing".split()
PLACES = "ponds lakes marshes ditches bogs rivers springs meadows dunes estuaries".split()
TIMES = "spring summer autumn winter floods droughts frost rain storms moonlight".split()
FORMS = [
    "{deed} of {subject} in {place} during {time}",
    "Effects of {time} on the {deed} of {subject} in {place}",
    "Genome-wide identification and expression analysis of {deed} genes of {subject}",
    "{subject}, {time} and {place}: a review of {deed}",
    "How {subject} of {place} prepare their {deed} before {time}",
]
SURNAMES = "Zork Müller Lindqvist Okafor Brandão Tanaka Petrov Meer Berg Castro Li Wu".split()
PARTICLES = (
    "van der,de,von,van den,da,El,della,dos,de los,al-,ben,le,ter,ten,zu,op den,D',von und zu,'t"
).split(",")
JOURNALS = ["Front. Plant Sci.", "Sci. Rep.", "BMC Genomics", "Phytomedicine"]
Record = dict[str, Any]


class Reference(NamedTuple):
    """A reference: the work that it names, and what it says of it."""

    work: str
    record: Record


def generated(kind: str, seed: int) -> list[Reference]:
    """Return the references of a case, in any order."""
    dice = random.Random(f"{kind} {seed}")
    made = list(KINDS[kind](dice))
    dice.shuffle(made)
    return made


def _works(dice: random.Random, count: int) -> list[Record]:
    """Return works of different titles, no two of one author and year."""
    works: dict[tuple[str, str], Record] = {}
    while len(works) < count:
        words = {
            "subject": dice.choice(SUBJECTS),
            "deed": dice.choice(DEEDS),
            "place": dice.choice(PLACES),
            "time": dice.choice(TIMES),
        }
        title = dice.choice(FORMS).format(**words)
        number = 1_000_000 + dice.randrange(8_000_000)
        if any(title.lower() == known["title"].lower() for known in works.values()):
            continue
        author = f"{dice.choice(SURNAMES)}{dice.choice(['', 'son', 'ski', 'ova'])}"
        year = str(dice.randrange(1990, 2020))
        works[author, year] = {
            "title": title[0].upper() + title[1:],
            "first_author": author,
            "year": year,
            "source": dice.choice(JOURNALS),
            "doi": f"10.5555/pond.{number}",
            "pmid": str(20_000_000 + number),
        }
    return list(works.values())


def _cited(
    dice: random.Random, works: list[Record], fault: Callable[[int, Record], Record]
) -> Iterator[Reference]:
    """Yield one to four references to each work; ``fault`` has the place of a reference."""
    for work in works:
        for place in range(dice.randrange(1, 5)):
            yield Reference(str(work["pmid"]), fault(place, work))


def _without(work: Record, *fields: str) -> Record:
    return {name: value for name, value in work.items() if name not in fields}


def _one_pmid(dice: random.Random) -> Iterator[Reference]:
    """One PMID on the references to 20 works."""
    works = _works(dice, 20)
    wrong = works[0]["pmid"]
    kept = ("doi",) if dice.random() < 0.5 else ()
    yield from _cited(dice, works, lambda _, work: _without(work, *kept) | {"pmid": wrong})


def _dois_differ(dice: random.Random) -> Iterator[Reference]:
    """Versions of a work under one PMID, each with a DOI of its own."""
    for work in _works(dice, 8):
        for version in range(2):
            doi = f"{work['doi'][:-1]}{version}"
            for _ in range(dice.randrange(1, 4)):
                yield Reference(doi, work | {"doi": doi})


def _dois_cut(dice: random.Random) -> Iterator[Reference]:
    """DOIs that are cut, some of them so short that several works have them."""
    works = _works(dice, 10)
    for number, work in enumerate(works):
        work["doi"] = f"10.5555/pond-15-{1000 + number}"

    def cut(place: int, work: Record) -> Record:
        return _without(work, "pmid") | {"doi": work["doi"][: -(place % 3)] or work["doi"]}

    yield from _cited(dice, works, cut)


def _journal_dois(dice: random.Random) -> Iterator[Reference]:
    """DOIs that were cut behind the ISSN of the journal."""
    doi = dice.choice(["10.1002/(issn)1097-0010", "10.1016/s0944-7113", "10.1016/S0944-7113"])

    def of_journal(place: int, work: Record) -> Record:
        return _without(work, "pmid") | ({"doi": doi} if place % 2 == 0 else {})

    # With the whole DOI the work is known by author, year and title.
    yield from _cited(dice, _works(dice, 12), of_journal)


def _spellings(dice: random.Random) -> Iterator[Reference]:
    """Titles in another case, with a misspelling, glued words, markup, or cut at the colon."""

    def spelled(place: int, work: Record) -> Record:
        title = str(work["title"])
        slip = dice.randrange(len(title) - 1)
        titles = [
            title.upper() + ".",
            title[:slip] + title[slip + 1 :],
            title.replace(" of ", " of the ").replace("-", " "),
            title.replace(" in ", "in ").replace(" of ", "of "),
            title.split(":")[0] + " <i>in vivo</i>",
        ]
        kind = dice.choice(["doi", "pmid"])
        # The first has both identifiers, so that all are tied.
        return work if place == 0 else _without(work, kind) | {"title": dice.choice(titles)}

    yield from _cited(dice, _works(dice, 20), spelled)


def _spelled_dois(dice: random.Random) -> Iterator[Reference]:
    """DOIs in capitals, with an address, a full stop, or a dash in place of a hyphen."""

    def spelled(_: int, work: Record) -> Record:
        doi = f"{work['doi']}-7"
        forms = [doi.upper(), f"https://doi.org/{doi}", f"doi: {doi}.", doi.replace("-", "\u2013")]
        return _without(work, "pmid", "first_author") | {"doi": dice.choice(forms)}

    yield from _cited(dice, _works(dice, 20), spelled)


def _particles(dice: random.Random) -> Iterator[Reference]:
    """Surnames with their particles, and without, or with all of it as one word."""
    works = [work | {"particle": dice.choice(PARTICLES)} for work in _works(dice, 20)]

    def named(place: int, work: Record) -> Record:
        whole = f"{work['particle']} {work['first_author']}"
        is_joined = work["particle"] > "e"
        names = [whole, re.sub(r"\W", "", whole) if is_joined else work["first_author"]]
        return _without(work, "doi", "pmid", "particle") | {"first_author": names[place % 2]}

    yield from _cited(dice, works, named)


def _chains(dice: random.Random) -> Iterator[Reference]:
    """A reference with the DOI of one work and the PMID of another between the two."""
    works = _works(dice, 20)
    for one, other in zip(works[::2], works[1::2], strict=True):
        yield from (Reference(str(one["pmid"]), _without(one, "pmid")) for _ in range(2))
        yield from (Reference(str(other["pmid"]), _without(other, "doi")) for _ in range(2))
        yield Reference(str(one["pmid"]), one | {"pmid": other["pmid"]})


def _untitled(dice: random.Random) -> Iterator[Reference]:
    """References without title, or with the name of the journal in its place."""

    def untitled(place: int, work: Record) -> Record:
        if place == 0:
            return work
        return _without(work, "title") if place == 1 else work | {"title": work["source"]}

    yield from _cited(dice, _works(dice, 20), untitled)


KINDS: dict[str, Callable[[random.Random], Iterator[Reference]]] = {
    "one PMID on 20 works": _one_pmid,
    "DOIs differ": _dois_differ,
    "DOIs cut": _dois_cut,
    "DOIs of journals": _journal_dois,
    "spellings of a title": _spellings,
    "spellings of a DOI": _spelled_dois,
    "particles of surnames": _particles,
    "chains": _chains,
    "no title": _untitled,
}
