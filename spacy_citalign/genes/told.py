"""Which of the mentions in sentences about a work are told as its genes.

A tagger finds some genes in any text. A work has genes only if a quarter of its sentences are about
genes or their products: if they have a word of the field (``non_genes.txt``), the name of an enzyme
in -ase, or a name that is written as symbols of genes are. Of the mentions those are left out that
cannot be genes (hormones, units, single letters, adjectives such as "anti-spasmodic"), and plain
words that no sentence about genes has.
"""

import re
from collections.abc import Iterable, Sequence

from .definitions import listed, parts_listed

_SHARE = 0.25  # least share of the sentences of a work that are about genes
_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_ENZYME = re.compile(r"(?!.*(?:disease|crease|release|please|phase|chase|base)s?$)[a-z-]{3,}ases?")
_ADJECTIVE = re.compile(r"anti-?[a-z]{3,}\d*")
_MARK_GLUED = re.compile(r"(?<=[a-z]{4})\d+$")
# As symbols are written: letters and a digit, capitals behind a letter, Greek letters.
_SYMBOL = re.compile(r"(?=.*[^\W\d_])(?:.*\d|.*[^\W\d_][A-Z]|.*[\u0394\u03b1-\u03c9])")


def told_genes(names: Iterable[str], sentences: Sequence[str]) -> frozenset[str]:
    """Return the names that are told as genes of a work.

    >>> said = ["Zork2 binds RNA.", "Tulsi is anti-spasmodic.", "Zork2 raises cytokinin."]
    >>> told_genes(["Zork2", "Tulsi", "cytokinin", "anti-spasmodic"], said)
    frozenset({'Zork2'})

    Args:
        names: mentions of genes in the sentences.
        sentences: all that cite the work.
    """
    possible = {name for name in names if may_be_gene(name)}
    symbols = {name for name in possible if any(map(_SYMBOL.match, name.split()))}
    of_genes = [text for text in sentences if is_of_genes(text)]
    about = {text for text in sentences if any(name in text for name in symbols)}.union(of_genes)
    if sum(text in about for text in sentences) < _SHARE * len(sentences):
        return frozenset()
    return frozenset(
        name for name in possible if name in symbols or any(name in text for text in of_genes)
    )


def may_be_gene(name: str) -> bool:
    """Return whether a mention may be of a gene or its product.

    >>> [may_be_gene(name) for name in ("p53", "386 Mbp", "O", "cytokinins", "GH receptor")]
    [True, False, False, False, True]
    """
    if _ADJECTIVE.fullmatch(name):
        return False
    words = [_MARK_GLUED.sub("", word) for word in _WORD.findall(name)]
    telling = [
        word
        for word in words
        if word not in listed("units")
        and not (_is_substance(word) or all(map(_is_substance, word.split("-"))))
    ]
    letters = [sum(map(str.isalpha, word)) for word in telling]
    return any(count > 1 for count in letters) or (
        len(words) == 1 and letters == [1] and len(telling[0]) > 1
    )


def _is_substance(word: str) -> bool:
    small = word.lower()
    return not {small, small.removesuffix("s")}.isdisjoint(listed("substances"))


def is_of_genes(text: str) -> bool:
    """Return whether a sentence has a word of genes and their products."""
    words, stems = listed("of genes"), parts_listed("of genes")
    return any(
        word in words or word.startswith(stems) or _ENZYME.fullmatch(word)
        for word in map(str.lower, _WORD.findall(text))
    )
