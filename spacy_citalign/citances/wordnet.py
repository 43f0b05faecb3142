"""Similarities and relations of words in meaning, by WordNet.

Lin D (1998) An information-theoretic definition of similarity. ICML. The similarity of two concepts
is what they share over what they are: 2 IC(lcs) / (IC(a) + IC(b)), with lcs their most informative
common ancestor and IC the information content. Schwartz, Divoli & Hearst (2007) Multiple alignment
of citation sentences, EMNLP-CoNLL, section 5, have it as a feature of two words.

Two departures. The paper names no corpus for the information content; without one it is that of
Seco N, Veale T & Hayes J (2004) An intrinsic information content metric for semantic similarity in
WordNet, ECAI: a concept says the less the more concepts it covers. And adjectives and adverbs,
which have no hierarchy, are compared too: 1 if they share a synset, else 0.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError, ModelFileError
from ..words.lazy_scipy import sparse
from ..words.table import HashTable
from .wordnet_files import PARTS, Tables, form_keys, read_tables

Numbers = NDArray[np.int64]

# Endings and what replaces them, by part of speech: morphy(7WN).
_ENDINGS = {
    "noun": "s: ses:s xes:x zes:z ches:ch shes:sh men:man ies:y",
    "verb": "s: ies:y es:e es: ed:e ed: ing:e ing:",
    "adj": "er: est: er:e est:e",
    "adv": "",
}
_RULES = [[tuple(rule.split(":")) for rule in _ENDINGS[part].split()] for part in PARTS]


class WordNet:
    """Similarity, relation and opposition of words, each asked of a whole list at once.

    Words are compared by all their senses and as all their parts of speech: the best pair counts.
    Case does not count, and inflected forms mean their base forms. What WordNet does not know is
    related to nothing, not even to itself. Little words are known in odd senses ("was" is also the
    plural of WA, Washington): leave stop words out.

    Attributes:
        tables: WordNet as numbers.
        information: (N,) float32, the information content of each synset, 0 to 1.
    """

    def __init__(self, tables: Tables, information: NDArray[np.float32]):
        self.tables = tables
        self.information = information
        self._lemmas = HashTable(tables.keys)

    def to_arrays(self) -> dict[str, NDArray]:
        """Return named arrays for ``storage.pack``."""
        return {**self.tables._asdict(), "information": self.information}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray]) -> "WordNet":
        """Read what ``to_arrays`` wrote.

        Raises:
            ModelFileError: an array is missing, or they contradict each other.
        """
        try:
            tables = Tables(*(arrays[name] for name in Tables._fields))
            information = arrays["information"]
            _check(tables, information)
        except (KeyError, ValueError) as error:
            raise ModelFileError(
                f"the stored WordNet lacks or garbles a part ({error!r}); train the model anew"
            ) from error
        return cls(tables, information)

    def lin(self, words: Sequence[str]) -> NDArray[np.float32]:
        """Return Lin's similarity of every two of S words.

        Returns:
            (S, S) float32, symmetric; 1 for words of one synset, hence for each known word with
            itself; 0 where nothing is shared, a word is unknown or the parts of speech differ.

        Time grows with the sum, over the ancestors of all senses, of the squared number of words
        below each; the memory is that of a few arrays of the result's shape.
        """
        similarity = np.zeros((len(words), len(words)), np.float32)
        word, sense = self._senses(words)
        similarity[word, word] = 1
        synsets, sense_rows = np.unique(sense, return_inverse=True)
        below, above = _ancestors(self.tables, synsets)
        starts = np.searchsorted(below, np.arange(len(synsets) + 1))
        owner, ancestor_rows = _expand(starts[sense_rows], starts[sense_rows + 1])
        word, above, least = word[owner], above[ancestor_rows], self.information[sense[owner]]
        # The best pair of senses under an ancestor is, in either word, the least informative one:
        # no pair of senses is ever looked at, only pairs of words, once an ancestor they share.
        order = np.lexsort((least, word, above))
        word, above, least = word[order], above[order], least[order]
        first = np.append(True, (np.diff(above) != 0) | (np.diff(word) != 0))[: len(word)]
        word, above, least = word[first], above[first], least[first]
        begins = np.flatnonzero(np.append(True, np.diff(above) != 0))
        for begin, end in pairwise([*begins.tolist(), len(above)]):
            if end - begin > 1:
                sharing = slice(begin, end)
                block = _shares(self.information[above[begin]], least[sharing])
                pairs = np.ix_(word[sharing], word[sharing])
                similarity[pairs] = np.maximum(similarity[pairs], block)
        return similarity

    def related(self, words: Sequence[str]) -> NDArray[np.bool_]:
        """Tell which of S words share a synset or are derived from one another.

        "degrade" and "degradation", "cell" and "cellular": one step of WordNet's derivationally
        related forms, pertainyms and participles. Returns (S, S) bool, symmetric.
        """
        lemmas = _incidence(*self._bases(words), (len(words), len(self.tables.keys)))
        synsets = _incidence(*self._senses(words), (len(words), len(self.information)))
        return _meet(synsets, synsets) | _linked(lemmas, self.tables.derived)

    def opposites(self, words: Sequence[str]) -> NDArray[np.bool_]:
        """Tell which of S words are antonyms or synonyms of antonyms, but share no synset.

        "activate" is opposite to "inactivate" and, through it, to "deactivate". Lin's similarity
        of opposites is often high, since they differ in one point only. Returns (S, S) bool,
        symmetric.
        """
        synsets = _incidence(*self._senses(words), (len(words), len(self.information)))
        return _linked(synsets, self.tables.opposite) & ~_meet(synsets, synsets)

    def _senses(self, words: Sequence[str]) -> tuple[Numbers, Numbers]:
        """List the distinct (word, synset) pairs: two (P,) int64, sorted."""
        word, lemma = self._bases(words)
        starts = self.tables.sense_starts
        owner, at = _expand(starts[lemma], starts[lemma + 1])
        return _distinct(word[owner], self.tables.senses[at], len(self.information))

    def _bases(self, words: Sequence[str]) -> tuple[Numbers, Numbers]:
        """List the distinct (word, lemma) pairs: two (P,) int64, sorted.

        As morphy does, a word stands for itself and for its irregular base forms; if it has none,
        for every lemma that taking off an ending leaves.
        """
        forms = [word.lower() for word in words]
        owners, lemmas = [], []
        for pos, rules in enumerate(_RULES):
            keys = form_keys(forms, pos)
            begins, ends = (
                np.searchsorted(self.tables.exceptions, keys, side=side)
                for side in ("left", "right")
            )
            owner, exception_rows = _expand(begins, ends)
            regular = np.flatnonzero(begins == ends).tolist()
            cut, stems = _stems(forms, regular, rules, noun=PARTS[pos] == "noun")
            owners += [owner, np.arange(len(forms)), np.array(cut, np.int64)]
            lemmas += [
                self.tables.exception_lemmas[exception_rows],
                self._lemmas.rows(keys),
                self._lemmas.rows(form_keys(stems, pos)),
            ]
        word, lemma = np.concatenate(owners), np.concatenate(lemmas)
        is_lemma = lemma >= 0
        return _distinct(word[is_lemma], lemma[is_lemma], len(self.tables.keys))


def read_wordnet(folder: str | Path, counts: Mapping[str, float] | None = None) -> WordNet:
    """Read a ``dict`` folder of WordNet.

    Args:
        folder: holds index.noun, data.noun, noun.exc and the same of verb, adj and adv.
        counts: how often words occur in a corpus. With them the information content is that of
            Resnik P (1995) Using information content to evaluate semantic similarity in a
            taxonomy, IJCAI, add-one smoothed, the count of a word shared among its senses.
            Without them every concept counts one, which is Seco et al.'s formula.

    Raises:
        InputError: the folder lacks a file, a line is malformed, or a count is negative.
    """
    tables = read_tables(folder)
    weights = np.ones(len(tables.parts))
    if counts:
        wrong = [word for word, count in counts.items() if not 0 <= count < np.inf]
        if wrong:
            raise InputError(
                f"the count of {wrong[0]!r} is {counts[wrong[0]]}; give counts that are 0 or more"
            )
        word, sense = WordNet(tables, weights.astype(np.float32))._senses(list(counts))
        values = np.fromiter(counts.values(), np.float64)
        shares = values[word] / np.bincount(word, minlength=len(values))[word]
        weights += np.bincount(sense, shares, minlength=len(weights))
    return WordNet(tables, _information(tables, weights))


def _information(tables: Tables, weights: NDArray[np.float64]) -> NDArray[np.float32]:
    """Return 1 - log(weight of a concept and all below it) / log(weight of all concepts).

    With weights of 1 a concept and its hypo(c) hyponyms weigh hypo(c) + 1: the formula of Seco et
    al. (2004). Its range is 0, for a concept above all others of its part of speech, to 1, for one
    with none below. That is Resnik's -log p in units of its largest value, which Lin's ratio
    does not depend on.
    """
    below, above = _ancestors(tables, np.arange(len(weights)))
    covered = np.bincount(above, weights[below], minlength=len(weights))
    # At least 2: the only concept of its part would have information 0 / 0.
    total = np.maximum(np.bincount(tables.parts, weights, minlength=len(PARTS)), 2)
    return (1 - np.log(covered) / np.log(total[tables.parts])).astype(np.float32)


def _ancestors(tables: Tables, synsets: Numbers) -> tuple[Numbers, Numbers]:
    """List each synset's ancestors, itself among them, once each.

    Returns:
        (P,) int64, positions in ``synsets``, ascending, and (P,) int64, synsets.
    """
    size = len(tables.parts)
    reached = new = np.arange(len(synsets)) * size + synsets
    while len(new):
        owner, synset = np.divmod(new, size)
        child, parent_rows = _expand(tables.parent_starts[synset], tables.parent_starts[synset + 1])
        # Only what is new goes on, since the verbs of WordNet 3.0 have a cycle.
        above = np.unique(owner[child] * size + tables.parents[parent_rows])
        new = np.setdiff1d(above, reached, assume_unique=True)
        reached = np.concatenate([reached, new])
    reached.sort()
    owner, synset = np.divmod(reached, size)
    return owner, synset


def _incidence(rows: NDArray, columns: NDArray, shape: tuple[int, int]) -> "sparse.csr_array":
    return sparse.csr_array((np.ones(len(rows), np.int32), (rows, columns)), shape=shape)


def _meet(first: "sparse.csr_array", second: "sparse.csr_array") -> NDArray[np.bool_]:
    """Tell which rows have a column in common: (S, C) and (S, C) to (S, S) bool."""
    common: NDArray[np.bool_] = (first @ second.T).toarray() > 0
    return common


def _linked(has: "sparse.csr_array", links: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Tell which rows of (S, C) have linked columns; the links, (L, 2), go both ways."""
    linked = _meet(has @ _incidence(links[:, 0], links[:, 1], (has.shape[1],) * 2), has)
    return linked | linked.T


def _shares(shared: np.float32, contents: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return Lin's ratio of all pairs of K senses under an ancestor: (K,) to (K, K) float32."""
    sums = contents[:, None] + contents
    # Nothing to say on either side: both senses are the ancestor of all, hence the same.
    return np.divide(2 * shared, sums, out=np.ones_like(sums), where=sums > 0)


def _stems(
    forms: list[str], regular: list[int], rules: list[tuple[str, ...]], *, noun: bool
) -> tuple[list[int], list[str]]:
    """Take off endings: which of ``forms`` each stem is of, and the stems, lemmas or not."""
    owners, stems = [], []
    for index in regular:
        form = forms[index]
        if noun and (len(form) <= 2 or form.endswith("ss")):  # "as", "process" are no plurals
            continue
        for ending, instead in rules:
            if form.endswith(ending):
                owners.append(index)
                stems.append(form[: -len(ending)] + instead)
    return owners, stems


def _expand(begins: NDArray[np.integer], ends: NDArray[np.integer]) -> tuple[Numbers, Numbers]:
    """List the positions of R half-open ranges: the range of each, and the position, int64."""
    sizes = (ends - begins).astype(np.int64)
    owner = np.repeat(np.arange(len(sizes)), sizes)
    return owner, np.arange(len(owner)) + (begins - np.cumsum(sizes) + sizes)[owner]


def _distinct(first: Numbers, second: NDArray[np.integer], size: int) -> tuple[Numbers, Numbers]:
    """Sort pairs and drop repetitions; the second of a pair is below ``size``."""
    firsts, seconds = np.divmod(np.unique(first * size + second), size)
    return firsts, seconds


def _check(tables: Tables, information: NDArray[np.float32]) -> None:
    """Raise ValueError where the arrays contradict each other."""
    lemmas, synsets = len(tables.keys), len(information)
    if {tables.keys.dtype, tables.exceptions.dtype} != {np.dtype(np.uint64)}:
        raise ValueError("lemmas are not 64-bit hashes")
    if len(tables.parts) != synsets or len(tables.exceptions) != len(tables.exception_lemmas):
        raise ValueError("arrays that run side by side differ in length")
    for name, starts, rows, values in (
        ("senses", tables.sense_starts, lemmas, tables.senses),
        ("parents", tables.parent_starts, synsets, tables.parents),
    ):
        if len(starts) != rows + 1 or (np.diff(starts, prepend=0, append=len(values)) < 0).any():
            raise ValueError(f"{len(values)} {name} of {rows} rows do not fit their starts")
    for name, limit in {
        "parts": len(PARTS),
        "senses": synsets,
        "parents": synsets,
        "derived": lemmas,
        "opposite": synsets,
        "exception_lemmas": lemmas,
    }.items():
        numbers = getattr(tables, name)
        if numbers.size and not 0 <= numbers.min() <= numbers.max() < limit:
            raise ValueError(f"{name} has numbers outside 0 to {limit - 1}")
