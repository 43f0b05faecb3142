"""Numbers of citing sentences that cannot both be right: of one quantity, of one species."""

from collections import defaultdict

from ..words.keeping import kept
from .quantity_values import Quantity, chromosome_numbers, values
from .quantity_words import ALIKE
from .taxa import find_taxa

_MAX_CHARACTERS = 3_000  # of a sentence; longer ones are lists and tables
_OTHER_THING = 5  # times: so far apart numbers are hardly of one thing
_MEASURED_TOLERANCE = 0.02  # of what is measured and not counted
_COUNTED = ("chromosomes", "count")
_TOLERANCE = 0.05  # of a rounded number, and
_VAGUE_TOLERANCE = 0.03  # of one that is said to be approximate


@kept(4096, 10_000)
def find_quantities(text: str) -> tuple[Quantity, ...]:
    """Return the numbers of a sentence that may be compared with those of others.

    A sentence that gives two numbers of one kind and one species says nothing that can be compared.
    """
    if len(text) > _MAX_CHARACTERS or not any(map(str.isdigit, text)):
        return ()
    text = text.translate(ALIKE)
    taxa = find_taxa(text)
    found = [*chromosome_numbers(text, taxa), *values(text, taxa)]
    same = defaultdict(list)
    for one in found:
        same[one.kind, one.taxa if one.kind[0] != "share" else None].append(one)
    return tuple(ones[0] for ones in same.values() if not any(differ(ones[0], o) for o in ones))


def differ(first: Quantity, second: Quantity) -> bool:
    """Return whether two numbers of one kind cannot both be right.

    A range or a bound holds the other number, or one is the other rounded.
    """
    if first.low <= second.high and second.low <= first.high:
        return False
    below, above = sorted((first, second), key=lambda one: one.low)
    gap = above.low - below.high
    if first.kind[0] not in _COUNTED and gap <= _MEASURED_TOLERANCE * above.low:
        return False
    rounded = min(max(first.step, second.step) / 2, _TOLERANCE * above.low)
    if first.vague or second.vague:
        rounded = max(rounded, min(max(first.step, second.step), _TOLERANCE * above.low))
        rounded = max(rounded, _VAGUE_TOLERANCE * above.low)
    return gap > rounded


def in_conflict(first: Quantity, second: Quantity) -> bool:
    """Return whether two numbers are of the same thing and differ."""
    if first.kind != second.kind or not differ(first, second):
        return False
    below, above = sorted((first, second), key=lambda one: one.low)
    if above.low > _OTHER_THING * below.high:
        return False
    return _ABOUT[first.kind[0]](first, second)


def _same_taxon(first: Quantity, second: Quantity) -> bool:
    return bool(first.taxa) and first.taxa == second.taxa


def _same_event(first: Quantity, second: Quantity) -> bool:
    shared = len(first.taxa & second.taxa)
    if first.kind[1] == "divergence":
        return shared > 1 and first.taxa == second.taxa
    return 2 * shared >= len(first.taxa | second.taxa) > 0


def _same_words(first: Quantity, second: Quantity) -> bool:
    """Return whether two numbers are about the same species and stand between the same words."""
    if first.taxa != second.taxa:
        return False
    shared = len(first.words & second.words)
    fewer = min(len(first.words), len(second.words))
    return shared >= max(3, 0.3 * fewer) if first.taxa else shared >= max(4, 0.5 * fewer)


def _same_share(first: Quantity, second: Quantity) -> bool:
    if "loss" in first.kind:
        return bool(first.taxa) and _same_words(first, second)
    return first.taxa == second.taxa and len(first.words & second.words) >= 2


def _same_count(first: Quantity, second: Quantity) -> bool:
    ratio = first.low / second.low if second.low else 0
    if first.kind[2]:  # the members of a gene family
        return 0.5 <= ratio <= 2 and _same_taxon(first, second)
    return 0.8 <= ratio <= 1.25 and _same_words(first, second)


_ABOUT = {
    "bases": _same_taxon,
    "chromosomes": _same_taxon,
    "years ago": _same_event,
    "count": _same_count,
    "share": _same_share,
    "yield": _same_words,
    "content": _same_words,
}
