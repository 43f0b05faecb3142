"""Variants of terms: what their words have in common, and acronyms with their long forms.

After Nenadić, Ananiadou & McNaught (2004), "Enhancing automatic term recognition through
recognition of variation", COLING, by rules written for this package:

* orthographic: case; hyphens ("parse-tree" is "parse tree"); -our/-or, -isation/-ization;
* inflectional: words tagged as plural become singular;
* acronyms: "long form (LF)" defines one.
"""

import re
from collections.abc import Iterator, Sequence

from .c_value import Collection, Term
from .texts import Span

PLURALS = frozenset({"NNS", "NNPS"})
_HYPHENS = re.compile("[-\u2010\u2011\u2013]")
_ACRONYM = re.compile(r"(?=(?:.*[A-Z]){2})[A-Za-z0-9][A-Za-z0-9/-]{0,8}[A-Z0-9]s?")
# Plural, singular, plural, singular ...
_LATIN_PAIRS = (
    "analyses analysis axes axis bases basis corpora corpus criteria criterion crises crisis "
    "diagnoses diagnosis emphases emphasis formulae formula foci focus genera genus hypotheses "
    "hypothesis indices index loci locus matrices matrix nuclei nucleus parentheses parenthesis "
    "phenomena phenomenon stimuli stimulus syntheses synthesis theses thesis vertices vertex "
).split()
_LATIN = dict(zip(_LATIN_PAIRS[::2], _LATIN_PAIRS[1::2], strict=True))
_HISSING = ("sses", "shes", "ches", "xes", "zzes")


def singular(word: str) -> str:
    """Return the singular of a lower-cased plural, by ending and a short list of Latin plurals.

    >>> [singular(word) for word in ("systems", "classes", "entropies", "corpora", "data")]
    ['system', 'class', 'entropy', 'corpus', 'data']
    """
    if word in _LATIN:
        return _LATIN[word]
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(_HISSING):
        return word[:-2]
    plural = len(word) > 2 and word.endswith("s") and not word.endswith(("ss", "us", "is"))
    return word[:-1] if plural else word


def normalized_word(word: str, tag: str) -> Term:
    """Return a word as variants have it in common; its hyphens part it into several.

    >>> normalized_word("Parse-Trees", "NNS")
    ('parse', 'tree')
    """
    parts = [part for part in _HYPHENS.split(word.lower()) if part] or [word.lower()]
    if tag in PLURALS:
        parts[-1] = singular(parts[-1])
    return tuple(_american(part) for part in parts)


def is_acronym(word: str) -> bool:
    """Return whether a word of 2 to 11 characters has capitals and digits like an acronym.

    >>> [is_acronym(word) for word in ("HMM", "HMMs", "LaTeX", "Parsing", "A")]
    [True, True, True, False, False]
    """
    return len(word) < 12 and _ACRONYM.fullmatch(word) is not None


def find_definitions(
    collection: Collection, spans: Sequence[Span]
) -> Iterator[tuple[int, str, Span]]:
    """Yield every acronym that stands in brackets after its long form.

    The long form is the shortest candidate right before the bracket that begins with the acronym's
    first letter, has the others in order, and the last one in its last word.

    Args:
        collection: the words.
        spans: candidate terms, ascending.

    Yields:
        The word where the acronym stands, the acronym, and the span of its long form.
    """
    ending: dict[int, list[Span]] = {}
    for span in spans:
        ending.setdefault(span[1], []).append(span)
    words = collection.words
    for i in range(len(words) - 2):
        if words[i] not in ("(", "-LRB-") or words[i + 2] not in (")", "-RRB-"):
            continue
        acronym = words[i + 1]
        if not is_acronym(acronym):
            continue
        for a, b in reversed(ending.get(i, [])):
            if _abbreviates(acronym, words[a:b]):
                yield i + 1, acronym, (a, b)
                break


def _american(word: str) -> str:
    if len(word) > 5 and word.endswith("our"):
        return word[:-3] + "or"
    return word[:-7] + "ization" if word.endswith("isation") else word


def _abbreviates(acronym: str, words: Sequence[str]) -> bool:
    letters = [letter.lower() for letter in without_plural(acronym) if letter.isalnum()]
    text = " ".join(words).lower()
    if not text.startswith(letters[0]):
        return False
    at = len(text)
    for letter in reversed(letters[1:]):
        last_word = len(text) - len(words[-1]) if at == len(text) else 1
        at = text.rfind(letter, last_word, at)
        if at < 0:
            return False
    return True


def without_plural(acronym: str) -> str:
    """Return an acronym without the "s" of its plural."""
    return acronym[:-1] if acronym.endswith("s") else acronym
