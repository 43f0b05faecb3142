"""Candidate terms whose variants count together.

Nenadić, Ananiadou & McNaught (2004), "Enhancing automatic term recognition through recognition of
variation", COLING: C-value over the joint frequency of all variants of a term. Every candidate is
brought to a canonical form; `c_values` then counts forms in place of strings.

Kinds of variation, after the paper, by rules written for this package:

* orthographic: case; hyphens ("parse-tree" is "parse tree"); -our/-or, -isation/-ization;
* inflectional: words tagged as plural become singular;
* structural: "X of Y" becomes "Y X"; strings with other prepositions are no candidates;
* coordination: "deep and shallow parsing" also has the variant "deep parsing" (a left part that is
  an adjective only; where it is a noun, what it belongs to is open);
* acronyms: they are candidates, and where "long form (LF)" defines one, it is read as its long
  form, also inside of longer terms. A definition holds for its document, and for documents
  without one if all definitions agree.
"""

import re
from collections.abc import Iterator, Sequence

import numpy as np

from .c_value import Candidates, Collection, Documents, Term, collect
from .noun_phrases import ADJECTIVES, NOUNS, TermFilter, candidate_spans
from .texts import Span

_PLURALS = frozenset({"NNS", "NNPS"})
_CONJUNCTIONS = frozenset({"and", "or"})
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
    if tag in _PLURALS:
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
    for place in range(len(words) - 2):
        if words[place] not in ("(", "-LRB-") or words[place + 2] not in (")", "-RRB-"):
            continue
        acronym = words[place + 1]
        if not is_acronym(acronym):
            continue
        for a, b in reversed(ending.get(place, [])):
            if _abbreviates(acronym, words[a:b]):
                yield place + 1, acronym, (a, b)
                break


def find_variants(documents: Documents, rules: TermFilter | None = None) -> Candidates:
    """Return the occurrences of candidate terms, with canonical forms as their forms.

    Args:
        documents: the collection.
        rules: filter of the candidates; by default the one with prepositions. A candidate needs
            ``rules.shortest`` words in its canonical form, or it is an acronym.

    Raises:
        InputError: a sentence has not as many tags as words.
        SettingError: the filter's settings cannot be.
    """
    rules = TermFilter("prepositions") if rules is None else rules
    collection = collect(documents)
    words = collection.words
    found = candidate_spans(collection.tags, collection.lengths, rules)
    singles = candidate_spans(
        collection.tags, collection.lengths, rules._replace(shortest=1, longest=1)
    )
    every = np.unique(np.concatenate([found, singles]), axis=0)
    spans: list[Span] = [(a, b) for a, b in every.tolist()]
    parts = _word_forms(collection, spans)
    kept: list[Span] = []
    forms: list[Term] = []
    for a, b in spans:
        form = _form(collection, parts, a, b)
        if form and (len(form) >= rules.shortest or (b - a == 1 and is_acronym(words[a]))):
            kept.append((a, b))
            forms.append(form)
    whole = len(kept)
    taken = set(kept)
    for span, form in _elliptic(collection, parts, rules):
        if span not in taken:  # a conjunction may be tagged as a noun
            taken.add(span)
            kept.append(span)
            forms.append(form)
    rows: dict[Term, int] = {}
    terms = [rows.setdefault(form, len(rows)) for form in forms]
    return Candidates(
        np.array(kept, np.int64).reshape(-1, 2),
        np.array(terms, np.int64),
        list(rows),
        np.arange(len(kept)) >= whole,
        collection.bounds,
    )


def _american(word: str) -> str:
    if len(word) > 5 and word.endswith("our"):
        return word[:-3] + "or"
    return word[:-7] + "ization" if word.endswith("isation") else word


def _abbreviates(acronym: str, words: Sequence[str]) -> bool:
    letters = [letter.lower() for letter in _stripped(acronym) if letter.isalnum()]
    text = " ".join(words).lower()
    if not text.startswith(letters[0]):
        return False
    place = len(text)
    for letter in reversed(letters[1:]):
        last_word = len(text) - len(words[-1]) if place == len(text) else 1
        place = text.rfind(letter, last_word, place)
        if place < 0:
            return False
    return True


def _stripped(acronym: str) -> str:
    return acronym[:-1] if acronym.endswith("s") else acronym


def _word_forms(collection: Collection, spans: Sequence[Span]) -> list[Term]:
    """Return the canonical words of each word, acronyms as their long forms."""
    words, tags = collection.words, collection.tags
    known: dict[tuple[str, bool], Term] = {}
    parts = []
    for word, tag in zip(words, tags, strict=True):
        key = (word, tag in _PLURALS)
        if key not in known:
            known[key] = normalized_word(word, tag)
        parts.append(known[key])
    local: dict[tuple[int, str], Term] = {}
    everywhere: dict[str, set[Term]] = {}
    document = np.repeat(np.arange(len(collection.bounds) - 1), np.diff(collection.bounds)).tolist()
    for place, acronym, (a, b) in find_definitions(collection, spans):
        form = _form(collection, parts, a, b)
        if form:
            local.setdefault((document[place], _stripped(acronym)), form)
            everywhere.setdefault(_stripped(acronym), set()).add(form)
    if not everywhere:
        return parts
    agreed = {acronym: min(forms) for acronym, forms in everywhere.items() if len(forms) == 1}
    for place, word in enumerate(words):
        name = _stripped(word)
        if name in everywhere:
            parts[place] = local.get((document[place], name), agreed.get(name, parts[place]))
    return parts


def _form(collection: Collection, parts: Sequence[Term], start: int, end: int) -> Term:
    """Return the canonical form of a candidate, () for one with a preposition other than "of"."""
    turn = start
    for place in range(start + 1, end - 1):
        if collection.tags[place] == "IN":
            if collection.words[place].lower() != "of":
                return ()
            turn = place
    if turn == start:
        return _joined(parts[start:end])
    return _joined(parts[turn + 1 : end]) + _joined(parts[start:turn])


def _joined(parts: Sequence[Term]) -> Term:
    return tuple(word for part in parts for word in part)


def _elliptic(
    collection: Collection, parts: Sequence[Term], rules: TermFilter
) -> Iterator[tuple[Span, Term]]:
    """Yield "A (, A)* and B C" for each adjective A, with the form "A C"."""
    if rules.pattern == "nouns":
        return
    words, tags = collection.words, collection.tags
    ends = np.repeat(np.cumsum(collection.lengths), collection.lengths).tolist()
    for place in range(1, len(words) - 2):
        if words[place].lower() not in _CONJUNCTIONS:
            continue
        end, limit = place + 1, min(ends[place], place + rules.longest)
        while end < limit and tags[end] in NOUNS | ADJECTIVES:
            end += 1
        while end > place + 2 and tags[end - 1] not in NOUNS:
            end -= 1
        head = _joined(parts[place + 2 : end])
        first = place - 2 if words[place - 1] == "," else place - 1
        while head and first >= 0 and end - first <= rules.longest:
            if ends[first] != ends[place] or tags[first] not in ADJECTIVES:
                break
            if len(form := parts[first] + head) >= rules.shortest:
                yield (first, end), form
            if first < 1 or words[first - 1] != ",":
                break
            first -= 2
