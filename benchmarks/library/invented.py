"""Sentences of invented words, and works whose records differ from list to list.

A work is known by its number: all that is said of it follows from that, so that there can be as
many as are wanted. Words are as frequent as in real text, and new ones never stop coming.
"""

from typing import Any

import numpy as np

_SYLLABLES = [a + b for a in "bdfgklmnprstvz" for b in ("a", "e", "i", "o", "u")]
_COMMON = (
    "the of and in to with by for that was were is are from on as at an which not these this has "
    "have been than may can but also after between more less both during"
).split()
_VERBS = (
    "increases reduces binds shows inhibits activates regulates suggests reports induces changes "
    "controls limits follows supports prevents"
).split()
_FREQUENT = len(_SYLLABLES) ** 2  # words of two syllables, the most frequent ones
_WORDS = 200_000  # of which sentences are made, but for new ones
_NEW = 0.02  # of the words of a sentence are new
_COMMON_SHARE = 0.42
_VERB_SHARE = 0.06
_LENGTHS = (18, 52)  # words of a sentence, the least and the most
_FIELDS = (
    "cell growth,nerve repair,leaf drought,root salt,liver injury,bone loss,fish feeding,"
    "soil carbon,wound closure,heart rhythm,seed storage,lung fibrosis"
).split(",")
_FORMS = (
    "Effects of {a} on the {b} of {c} in {field}",
    "{a} of {b} and {c} during {field}",
    "How {a} and {b} change {c}: a study of {field}",
    "Identification of {a} genes of {b} in {c} with {field}",
    "{field} and the role of {a}, {b} and {c}",
)
_JOURNALS = ("J Invented Biol", "Ann Ponds", "Made-up Med", "Int J Frogs", "Proc Newts B")
_WITHOUT_IDS = 4  # every so many works has no identifier, which is about a quarter as in real lists


def word(number: int) -> str:
    """Return an invented word, another one for each number from 0."""
    made = ""
    number += len(_SYLLABLES)  # two syllables at least
    while number:
        number, rest = divmod(number, len(_SYLLABLES))
        made += _SYLLABLES[rest]
    return made


_KNOWN = [word(number) for number in range(_WORDS)]


def sentences(dice: np.random.Generator, count: int) -> list[str]:
    """Return sentences without their full stop."""
    lengths = dice.integers(*_LENGTHS, size=count, endpoint=True)
    ends = np.cumsum(lengths)
    total = int(ends[-1]) if count else 0
    # As frequent as one by its rank, which is Zipf's law.
    numbers = np.exp(dice.random(total) * np.log(_WORDS)).astype(np.int64) - 1
    kinds = dice.random(total)
    words: list[str] = [_KNOWN[number] for number in numbers.tolist()]
    for place in np.flatnonzero(kinds < _NEW).tolist():
        words[place] = word(_WORDS + int(dice.integers(1 << 40)))
    is_common = (kinds >= _NEW) & (kinds < _NEW + _COMMON_SHARE)
    for place in np.flatnonzero(is_common).tolist():
        words[place] = _COMMON[int(numbers[place]) % len(_COMMON)]
    is_verb = kinds > 1 - _VERB_SHARE
    for place in np.flatnonzero(is_verb).tolist():
        words[place] = _VERBS[int(numbers[place]) % len(_VERBS)]
    made = []
    start = 0
    for end in ends.tolist():
        text = " ".join(words[start:end])
        made.append(text[0].upper() + text[1:])
        start = end
    return made


def work(number: int) -> dict[str, Any]:
    """Return what is known of a work, all of it."""
    a, b, c, d = (_mixed(number, part) for part in range(4))
    form = _FORMS[a % len(_FORMS)]
    title = form.format(
        a=word(_FREQUENT + number),  # which no other title has
        b=_KNOWN[b % _WORDS],
        c=_KNOWN[c % _WORDS],
        field=_FIELDS[d % len(_FIELDS)],
    )
    authors = [_surname(a >> 8), _surname(b >> 8), _surname(c >> 8)][: 1 + d % 3]
    record: dict[str, Any] = {
        "title": title[0].upper() + title[1:],
        "first_author": authors[0],
        "authors": authors,
        "initials": ["ABCDEFGHJKLMNP"[(d >> shift) % 14] for shift in range(len(authors))],
        "year": str(1985 + (d >> 4) % 38),
        "source": _JOURNALS[b % len(_JOURNALS)],
    }
    if number % _WITHOUT_IDS:
        record |= {"doi": f"10.5555/inv.{number}", "pmid": str(10_000_000 + number)}
    return record


def record_of(number: int, place: int) -> dict[str, Any]:
    """Return what the list of an article, or a batch of them, says of a work."""
    record = work(number)
    kind = _mixed(number, 1_000 + place) % 10
    if kind < 4:
        return record
    if kind < 6:
        record.pop("doi", None)
    elif kind < 8:
        record.pop("pmid", None)
    elif kind == 8:
        title = record["title"]
        slip = 1 + place % (len(title) - 2)
        record["title"] = title[:slip] + title[slip + 1 :]
    else:
        record["title"] = record["title"].upper()
        record["source"] = record["source"].replace(" ", ". ")
    return record


def drawn_works(dice: np.random.Generator, count: int, works: int) -> list[int]:
    """Return numbers of works, the first ones more often: some are cited by hundreds of articles.

    Args:
        dice: for the numbers.
        count: how many; some of them may be the same.
        works: how many there are in all.
    """
    least = 100.0  # keeps the first few works below a few percent of the articles
    ranks = least * np.exp(dice.random(count) * np.log((works + least) / least)) - least
    return np.minimum(ranks.astype(np.int64), works - 1).tolist()


def _surname(number: int) -> str:
    return word(number % 40_000).capitalize()


def _mixed(number: int, part: int) -> int:
    """Return a number of 31 bits that says nothing of the two (as SplitMix64)."""
    value = (number * 0x9E3779B97F4A7C15 + (part + 1) * 0xD1B54A32D192ED03) & (1 << 64) - 1
    value = ((value ^ value >> 30) * 0xBF58476D1CE4E5B9) & (1 << 64) - 1
    value = ((value ^ value >> 27) * 0x94D049BB133111EB) & (1 << 64) - 1
    return value >> 33
