"""Forms in which a mention of a gene is looked up: without words at its borders, in parts.

Taggers mark more or less than a name: "the human EIF2C1 gene", "SGK2 mRNA", "Smad1/5/8".
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..words.data_files import read_words
from ..words.keeping import kept
from .names import is_descriptive, key_of

PLAIN, TRIMMED, PREFIXED, BRACKETED, SINGULAR, SHORTENED, TAKEN, NUMBERED, SPELLED = range(9)
"""How a form was made: as it stands, without words at the borders, without a letter for a species,
without brackets, as the singular, without what marks a variant, one word of several, with a number
that the name lacks, with words that go without saying."""

BORDER_WORDS = read_words(__package__, "border_words.txt")
_BEFORE, _AFTER = frozenset(BORDER_WORDS["before"]), frozenset(BORDER_WORDS["after"])
_FIRST = re.compile(r"([^\W_]+(?:-[a-z]+)?)[\s-]+(?=\S)")
_LAST = re.compile(r"(?<=[^\s-])[\s-]+([^\W_]+)$")
_EDGE = re.compile(r"^[\s\W_]+|(?<![\s\W_])[\s\W_]+$")
_GENOTYPE = re.compile(r"(?<![\s(])[\s(]*(?:[-+]/[-+]|(?<![-+])[-+]{2,})[\s)]*$")
_BRACKET = re.compile(r"(?:(?<!\s)\s+)?[(\[][^()\[\]]*[)\]]\s*")
# A letter or two for a species before a capital: "hTERT", "mPer2", "AtMYB4", "rhBMP-2".
_LETTERS = re.compile(
    r"(?P<h>rhu|rh|hu|hum|h|Hs)|(?P<m>mm?|mu|Mm)|(?P<r>r|Rn)|(?P<d>d|Dm)|(?P<z>zf?|Dr)|"
    r"(?P<x>x|X|Xl)|(?P<a>At)|(?P<y>y|Sc|sc)|(?P<c>Ce|ce)|(?P<b>b|Bt)"
)
PREFIX_TAXA = {
    "h": 9606,
    "m": 10090,
    "r": 10116,
    "d": 7227,
    "z": 7955,
    "x": 8355,
    "a": 3702,
    "y": 4932,
    "c": 6239,
    "b": 9913,
}
# What marks a variant of a product: "OCT4A", "FLNBv4", "SERCA2a", "Pet10p", "sFas", "p-AKT".
_VARIANT = re.compile(r"(?<=[0-9A-Z])(?:v[0-9]+|[abc]|[AB]|p|s)$|(?<=[0-9])[A-Z]{1,2}$")
_STATE = re.compile(r"(?:p|pp|s|c|v|t|pro|anti|phospho|pre|preproa?)-?(?=[A-Z])")
_PART = re.compile(r"(?:(?<!\s)\s+)?(?:,\s*and\s|,\s*or\s|,|/|;|\band\b|\bor\b|&|\+)\s*")
_NUMBER_END = re.compile(
    r"(?:(?<![0-9])[0-9]+[A-Za-z]?|(?<![IVX])[IVX]+|[A-E]|[\u03b1-\u03c9]|alpha|beta|gamma|delta|epsilon|zeta|eta|theta|"
    r"kappa|lambda)$"
)
# What is left of a name where words were no borders but the name itself: "receptor 5".
_NUMBER_ALONE = re.compile(
    r"(?:[0-9]+|(?:[IVX]+|[\u03b1-\u03c9]|alpha|beta|gamma|delta|epsilon|zeta|eta|theta|kappa|lambda)"
    r"[0-9]*)(?:[\s-][0-9]*)?(?:[A-Za-z][0-9]*)?"
)
_RANGE = re.compile(
    r"(?P<stem>[A-Za-z][\w ]*?-?)(?P<first>[0-9]{1,2})\s*(?:-|\u2013|\bto\b|\bthrough\b)\s*"
    r"(?P<again>(?P=stem))?(?P<last>[0-9]{1,2})"
)
SEVERAL = re.compile(r"[,/;&+]|\band\b|\bor\b|[0-9]\s*(?:-|\u2013|to\b|through\b)")
"""Signs that ``parts_of`` parts at."""
_MAX_OF_RANGE = 12
_KEPT = 50_000  # names that are kept without the words at their borders
_PLURAL = re.compile(r"(?<=[a-z]{3})s(?=[\s-]*(?:[0-9]|[IVX]+\b|alpha|beta|gamma|delta))")
_WEIGHT = re.compile(r"^p[0-9]{2,3}-?(?=[A-Za-z]{3})|(?<=[A-Za-z0-9])p[0-9]{2,3}$")
_CHANGE = re.compile(r"(?<=[A-Za-z0-9])[A-Z][0-9]{2,4}[A-Z*]$")  # "K-rasG12V"
_ARM = re.compile(r"-[35]p$")  # of a microRNA
_ROMAN = re.compile(r"[IVX]{2,}\b")
_TYPE_OF_COLLAGEN = re.compile(
    r"(?:(?:type )?(?P<before>[IVX]+) collagen|collagen (?:type )?(?P<after>[IVX]+))", re.IGNORECASE
)
_STATES = re.compile(r"^(?:pro|pre|anti|phospho|hs|poly|holo|apo|co)-?(?=[A-Za-z]{3})")
_SYMBOL = re.compile(r"(?=[^\s]*[A-Z0-9])[^\W_][\w-]+")


class Form(NamedTuple):
    """A normal form that is looked up.

    Attributes:
        key: the normal form.
        written: what it is the form of.
        how: one of ``PLAIN``, ...
        prefix: the taxon that a letter before the name stands for, 0 for none.
    """

    key: str
    written: str
    how: int
    prefix: int = 0


def forms(name: str) -> Iterator[Form]:
    """Yield the forms of a name, the likeliest first, none twice.

    >>> [form.key for form in forms("hSmad3 mRNA")]
    ['hsmad3 mrna', 'hsmad3', 'smad3']
    """
    seen: set[str] = set()
    for form in _forms(name):
        if form.key and form.key not in seen:
            seen.add(form.key)
            yield form


def parts_of(name: str) -> list[str]:
    """Return the names that a mention of several gives, or the mention alone.

    >>> parts_of("SERCA1, 2, and 3"), parts_of("Smad1/5"), parts_of("TGF-beta1 and -beta2")
    (['SERCA1', 'SERCA2', 'SERCA3'], ['Smad1', 'Smad5'], ['TGF-beta1', 'TGF-beta2'])
    >>> parts_of("KLK1-3"), parts_of("hRAD23A and -B")
    (['KLK1', 'KLK2', 'KLK3'], ['hRAD23A', 'hRAD23B'])
    """
    if match := _RANGE.fullmatch(name):
        first, last = int(match["first"]), int(match["last"])
        if first < last - (match["again"] is None) and last - first < _MAX_OF_RANGE:
            return [f"{match['stem']}{number}" for number in range(first, last + 1)]
    parts = [part for part in _PART.split(name) if part]
    if len(parts) < 2:
        return [name]
    if is_descriptive(name) and "/" in name and not all(map(_NUMBER_END.fullmatch, parts[1:])):
        return [name]
    head = parts[0]
    named = [head]
    for part in parts[1:]:
        if part.startswith("-"):
            stem = head.rpartition("-")[0]
            end = _NUMBER_END.search(head)
            if not stem and end and _NUMBER_END.fullmatch(part[1:]):
                named.append((head[:-1] if head[-1:].isalpha() else head[: end.start()]) + part[1:])
            else:
                named.append(f"{stem}{part}" if stem else part[1:])
        elif _NUMBER_END.fullmatch(part) and (end := _NUMBER_END.search(head)):
            is_letter = len(part) == 1 and part.isalpha() and head[-1:].isalpha()
            named.append((head[:-1] if is_letter else head[: end.start()]) + part)
        else:
            head = part
            named.append(part)
    return named


@kept(_KEPT)
def trimmed(name: str) -> str:
    """Return a name without the words at its borders that are no part of it; never empty.

    >>> trimmed("the SGK2 mRNA"), trimmed("Zork2(-/-)"), trimmed("protein")
    ('SGK2', 'Zork2', 'protein')
    >>> trimmed("chemokine receptor 5"), trimmed("nuclear factor-kappaB")
    ('chemokine receptor 5', 'nuclear factor-kappaB')
    """
    whole = name = _EDGE.sub("", _GENOTYPE.sub("", name)) or name
    while (match := _FIRST.match(name)) and match[1].lower() in _BEFORE:
        name = name[match.end() :]
    while (match := _LAST.search(name)) and match[1].lower() in _AFTER:
        name = name[: match.start()]
    return whole if _NUMBER_ALONE.fullmatch(name) else name


def prefix_of(name: str) -> tuple[int, str]:
    """Return the taxon that letters before a name stand for, and the name without them.

    >>> prefix_of("hTERT"), prefix_of("TERT")
    ((9606, 'TERT'), (0, 'TERT'))
    """
    for match in (_LETTERS.match(name),):
        if match is not None and match.lastgroup is not None and not _ROMAN.match(name):
            rest = name[match.end() :].removeprefix("-")
            if len(rest) > 1 and rest[0].isupper():
                return PREFIX_TAXA[match.lastgroup], rest
    return 0, name


def _forms(name: str) -> Iterator[Form]:
    yield Form(key_of(name), name, PLAIN)
    core = trimmed(name)
    steps = [_GENOTYPE.sub("", name)]
    while steps[-1] != core:  # word by word, since "factor" may be a part of the name
        shorter = _shorter(steps[-1])
        if shorter == steps[-1]:
            break
        steps.append(shorter)
    for step in [*steps, core]:
        yield Form(key_of(step), step, TRIMMED)
    taxon, rest = prefix_of(core)
    if taxon:
        yield Form(key_of(rest), rest, PREFIXED, taxon)
    for base in (steps[0], core):
        plain = _BRACKET.sub(" ", base).strip()
        yield Form(key_of(plain), plain, BRACKETED)
    if plain.endswith("s") and len(plain) > 3:
        singular = f"{plain[:-3]}y" if plain.endswith("ies") else plain[:-1]
        yield Form(key_of(singular), singular, SINGULAR)
    if not is_descriptive(rest):
        for short in (_VARIANT.sub("", rest), _STATE.sub("", rest, count=1)):
            if len(short) > 1:
                yield Form(key_of(short), short, SHORTENED)
    yield from _further(core, plain)


def _further(core: str, plain: str) -> Iterator[Form]:
    """Yield the forms of last resort."""
    for pattern in (_PLURAL, _WEIGHT, _CHANGE, _ARM, _STATES):
        short = pattern.sub("", plain, count=1)
        if short != plain and len(short) > 1:
            yield Form(key_of(short), short, SHORTENED)
    if match := _TYPE_OF_COLLAGEN.fullmatch(plain):  # whose molecules all have the first chain
        full = f"collagen type {match['before'] or match['after']} alpha 1 chain"
        yield Form(key_of(full), full, SPELLED)
    if plain.lower().startswith("factor "):
        yield Form(key_of(f"coagulation {plain}"), f"coagulation {plain}", SPELLED)
    words = core.split()
    if len(words) > 1:  # "placental IRS-1", "AP-1 sites"
        for word, rest in zip((words[-1], words[0]), (words[:-1], words[1:]), strict=True):
            if _SYMBOL.fullmatch(word) and all(map(str.islower, rest)):
                yield Form(key_of(word), word, TAKEN)
    if not any(map(str.isdigit, key_of(plain))) and len(plain) > 2:
        yield Form(key_of(f"{plain} 1"), f"{plain} 1", NUMBERED)


def _shorter(name: str) -> str:
    """Return a name without one word of those at its borders that are no part of it."""
    name = _EDGE.sub("", name) or name
    if (match := _LAST.search(name)) and match[1].lower() in _AFTER:
        return name[: match.start()]
    if (match := _FIRST.match(name)) and match[1].lower() in _BEFORE:
        return name[match.end() :]
    return name
