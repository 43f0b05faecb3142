"""Variants of candidate terms, which count together.

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

from collections.abc import Iterator, Sequence

import numpy as np

from spacy_citalign.terms.c_value import CandidateTerms, Collection, Documents, Term, collect
from spacy_citalign.terms.noun_phrases import ADJECTIVES, NOUNS, TermFilter, candidate_spans
from spacy_citalign.terms.ranking import (
    PLURALS,
    find_definitions,
    is_acronym,
    normalized_word,
    without_plural,
)
from spacy_citalign.terms.texts import Span

_CONJUNCTIONS = frozenset({"and", "or"})


def find_variants(documents: Documents, rules: TermFilter | None = None) -> CandidateTerms:
    """Return the occurrences of candidate terms, with canonical forms as their forms.

    Args:
        documents: the collection.
        rules: filter of the candidates; by default the one with prepositions. A candidate needs
            ``rules.shortest`` words in its canonical form, or it is an acronym.
    """
    rules = TermFilter("prepositions") if rules is None else rules
    collection = collect(documents)
    words = collection.words
    multiword = candidate_spans(collection.tags, collection.lengths, rules)
    singles = candidate_spans(
        collection.tags, collection.lengths, rules._replace(shortest=1, longest=1)
    )
    bounds = np.unique(np.concatenate([multiword, singles]), axis=0)
    spans: list[Span] = [(a, b) for a, b in bounds.tolist()]
    parts = _word_forms(collection, spans)
    kept: list[Span] = []
    forms: list[Term] = []
    for a, b in spans:
        form = _form(collection, parts, a, b)
        if form and (len(form) >= rules.shortest or (b - a == 1 and is_acronym(words[a]))):
            kept.append((a, b))
            forms.append(form)
    complete = len(kept)
    taken = set(kept)
    for span, form in _elliptic(collection, parts, rules):
        if span not in taken:  # a conjunction may be tagged as a noun
            taken.add(span)
            kept.append(span)
            forms.append(form)
    rows: dict[Term, int] = {}
    terms = [rows.setdefault(form, len(rows)) for form in forms]
    return CandidateTerms(
        np.array(kept, np.int64).reshape(-1, 2),
        np.array(terms, np.int64),
        list(rows),
        np.arange(len(kept)) >= complete,
        collection.bounds,
    )


def _word_forms(collection: Collection, spans: Sequence[Span]) -> list[Term]:
    """Return the canonical words of each word, acronyms as their long forms."""
    words, tags = collection.words, collection.tags
    known: dict[tuple[str, bool], Term] = {}
    parts = []
    for word, tag in zip(words, tags, strict=True):
        key = (word, tag in PLURALS)
        if key not in known:
            known[key] = normalized_word(word, tag)
        parts.append(known[key])
    local: dict[tuple[int, str], Term] = {}
    everywhere: dict[str, set[Term]] = {}
    document = np.repeat(np.arange(len(collection.bounds) - 1), np.diff(collection.bounds)).tolist()
    for i, acronym, (a, b) in find_definitions(collection, spans):
        form = _form(collection, parts, a, b)
        if form:
            local.setdefault((document[i], without_plural(acronym)), form)
            everywhere.setdefault(without_plural(acronym), set()).add(form)
    if not everywhere:
        return parts
    agreed = {acronym: min(forms) for acronym, forms in everywhere.items() if len(forms) == 1}
    for i, word in enumerate(words):
        name = without_plural(word)
        if name in everywhere:
            parts[i] = local.get((document[i], name), agreed.get(name, parts[i]))
    return parts


def _form(collection: Collection, parts: Sequence[Term], start: int, end: int) -> Term:
    """Return the canonical form of a candidate, () for one with a preposition other than "of"."""
    turn = start
    for i in range(start + 1, end - 1):
        if collection.tags[i] == "IN":
            if collection.words[i].lower() != "of":
                return ()
            turn = i
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
    for i in range(1, len(words) - 2):
        if words[i].lower() not in _CONJUNCTIONS:
            continue
        end, limit = i + 1, min(ends[i], i + rules.longest)
        while end < limit and tags[end] in NOUNS | ADJECTIVES:
            end += 1
        while end > i + 2 and tags[end - 1] not in NOUNS:
            end -= 1
        head = _joined(parts[i + 2 : end])
        first = i - 2 if words[i - 1] == "," else i - 1
        while head and first >= 0 and end - first <= rules.longest:
            if ends[first] != ends[i] or tags[first] not in ADJECTIVES:
                break
            if len(form := parts[first] + head) >= rules.shortest:
                yield (first, end), form
            if first < 1 or words[first - 1] != ",":
                break
            first -= 2
