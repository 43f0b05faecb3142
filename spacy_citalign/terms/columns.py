"""Documents as padded columns of numbers: what windows of features are made of."""

from collections.abc import Sequence

import numpy as np

from ..chain.features import PAD, Padded
from ..words.hashing import Hashes, PartHasher, combine, hash_strings, mix
from .c_value import c_values, find_candidates, mark_terms
from .levels import CLASS_COLUMNS
from .lexicons import LexiconTables
from .marks import document_marks, places
from .texts import TermText, connect

WORD_COLUMNS = frozenset(
    {"lower", "stem", "shape", "unit", "known", "rate", "final", "frequency", "seed class"}
    | set(CLASS_COLUMNS)
)


def add_context(
    columns: dict[str, Hashes],
    texts: Sequence[TermText],
    padded: Padded,
    levels: Sequence[str],
    lexicons: LexiconTables,
) -> None:
    """Add the columns that depend on tags, white space and the document around a word.

    Args:
        columns: padded (N,) columns of the words by themselves; gets more.
        texts: documents with words, whose sentences are the sequences.
        padded: where the sentences lie.
        levels: of features; what only others need is left out.
        lexicons: the user's lists.
    """
    _add_layout(columns, texts, padded)
    tags = hash_strings([tag for text in texts for tag in text.tags])
    columns["tag"] = padded.spread(tags, PAD)
    columns["lower+tag"] = combine(columns["lower"], columns["tag"])
    columns["layout+tag"] = combine(columns["layout"], columns["tag"])
    columns["chunk tags"] = _chunks(columns, "tag", padded)
    cardinal = [tag == "CD" for text in texts for tag in text.tags]
    columns["cardinal"] = padded.spread(mix(np.array(cardinal, dtype=np.uint64)), PAD)
    bounds = np.cumsum([0, *(len(text.words) for text in texts)])
    stems = columns["stem"][padded.tokens]
    parts: dict[str, list[Hashes]] = {}
    for text, start, end in zip(texts, bounds[:-1], bounds[1:], strict=True):
        marks = document_marks(text, stems[start:end], lexicons, levels)
        if "statistical" in levels:
            marks["candidate"] = _candidates(text)
        for name, values in marks.items():
            parts.setdefault(name, []).append(values)
    for name, found in parts.items():
        columns[name] = padded.spread(mix(np.concatenate(found)), PAD)


def add_learned(columns: dict[str, Hashes], learned: dict[str, Hashes]) -> None:
    """Add (N,) padded columns by learned lists, and those combined with them."""
    columns |= learned
    columns["rate+tag"] = combine(columns["rate"], columns["tag"])
    columns["seed+rate"] = combine(columns["seed"], columns["rate"])


def _add_layout(columns: dict[str, Hashes], texts: Sequence[TermText], padded: Padded) -> None:
    """Add white space around each word, and the blank-delimited chunk that it stands in."""
    spaces = np.concatenate([text.spaces for text in texts])
    size = len(spaces)
    after = spaces.copy()
    after[np.cumsum(padded.lengths) - 1] = True
    before = np.append(True, after[:-1])[:size]
    columns["layout"] = padded.spread((1 + before + 2 * after).astype(np.uint64), PAD)
    columns["chunk"] = _chunks(columns, "lower", padded)


def _chunks(columns: dict[str, Hashes], name: str, padded: Padded) -> Hashes:
    """Hash a column over the blank-delimited chunk of each word."""
    real = padded.tokens
    before = columns["layout"][real] % np.uint64(2) == 0  # 1 + before + 2 * after
    firsts = np.flatnonzero(before)
    bounds = np.append(firsts, len(before))
    chunk = np.cumsum(before) - 1
    hasher = PartHasher(columns[name][real])
    return padded.spread(hasher(bounds[chunk], bounds[chunk + 1]), PAD)


def _candidates(text: TermText) -> Hashes:
    """Mark the words of terms that C-value finds in the document, without any threshold."""
    words = connect(text)
    candidates = find_candidates([words.sentences()])
    found = mark_terms(candidates, c_values(candidates))[0]
    starts = words.starts
    return places([(int(starts[a]), int(starts[b])) for a, b in found], len(text.words))
