"""Read the database files of WordNet into numbers.

Fellbaum C (ed.) (1998) WordNet: An Electronic Lexical Database. MIT Press. The files are described
in its manual pages wndb(5WN) and morphy(7WN). Debian's wordnet-base installs them in
/usr/share/wordnet, NLTK's data has them in corpora/wordnet. An index file lists the synsets of each
word, a data file has a synset a line, an exception file lists irregular inflected forms.

Only single words are kept: nobody asks for "tumor_suppressor_gene", which is several tokens.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..words.hashing import Hashes, combine, hash_strings

PARTS = ("noun", "verb", "adj", "adv")
_LETTERS = {"n": 0, "v": 1, "a": 2, "s": 2, "r": 3}  # "s" is a satellite adjective
_PARENT = {"@", "@i"}  # hypernym, and the class of an instance
_DERIVED = {"+", "\\", "<"}  # derivationally related form, pertainym, participle of a verb
_OPPOSITE = {"!"}
_FOLLOWED = _PARENT | _DERIVED | _OPPOSITE
_ALL_WORDS = "0000"
_ANEW = "the file may be cut off or have been edited: copy it from WordNet again"
_SHOWN = 60  # characters of a malformed line that a message repeats


class Tables(NamedTuple):
    """WordNet without a string.

    A lemma is a base form as one part of speech. Lemmas are numbered by part, then as the index
    file lists them; synsets by part, then as the data file lists them.

    Attributes:
        keys: (L,) uint64, ``form_keys`` of the lemmas.
        sense_starts: (L + 1,) int32, where the senses of each lemma begin in ``senses``.
        senses: int32, synsets; those of one lemma from the most to the least frequent.
        parent_starts: (N + 1,) int32, where the parents of each synset begin in ``parents``.
        parents: int32, the synsets one step more general.
        parts: (N,) uint8, the part of speech of each synset, a position in ``PARTS``.
        derived: (D, 2) int32, pairs of lemmas of which one is derived from the other.
        opposite: (O, 2) int32, pairs of synsets that hold antonyms.
        exceptions: (E,) uint64 ascending, ``form_keys`` of irregular forms, one for each base form.
        exception_lemmas: (E,) int32, their base forms.
    """

    keys: Hashes
    sense_starts: NDArray[np.int32]
    senses: NDArray[np.int32]
    parent_starts: NDArray[np.int32]
    parents: NDArray[np.int32]
    parts: NDArray[np.uint8]
    derived: NDArray[np.int32]
    opposite: NDArray[np.int32]
    exceptions: Hashes
    exception_lemmas: NDArray[np.int32]


class _Pointer(NamedTuple):
    symbol: str
    target: tuple[int, str]
    words: str  # hexadecimal, two digits for a word here, two for a word of the target, from 1


class _Synset(NamedTuple):
    words: list[str]
    pointers: list[_Pointer]
    line: int


_Synsets = dict[tuple[int, str], _Synset]  # by part and offset, which pointers name


def form_keys(forms: list[str], pos: int) -> Hashes:
    """Hash lower-cased words as one part of speech: S words to (S,) uint64."""
    return combine(hash_strings(forms), np.full(len(forms), pos, np.uint64))


def read_tables(folder: str | Path) -> Tables:
    """Read the index, data and exception files of all four parts of speech.

    Raises:
        InputError: a file is missing, is not UTF-8 or holds no words; a line is malformed or names
            a synset that is not there. Names the file, and the line where there is one.
    """
    folder = Path(folder)
    synsets: _Synsets = {}
    for pos, name in enumerate(PARTS):
        synsets |= _read_data(folder / f"data.{name}", pos)
    numbers = {key: number for number, key in enumerate(synsets)}
    lemmas: dict[tuple[int, str], list[int]] = {}
    for pos, name in enumerate(PARTS):
        lemmas |= _read_index(folder / f"index.{name}", pos, numbers)
    if not lemmas:
        raise InputError(f"the files in {folder} hold no words; {_ANEW}")
    rows = {lemma: row for row, lemma in enumerate(lemmas)}
    parents, derived, opposite = _resolve(folder, synsets, numbers, rows)
    exceptions, bases = _read_exceptions(folder, rows)
    return Tables(
        keys=_lemma_keys(list(lemmas)),
        sense_starts=_starts(list(lemmas.values())),
        senses=_joined(list(lemmas.values())),
        parent_starts=_starts(parents),
        parents=_joined(parents),
        parts=np.array([pos for pos, _ in synsets], dtype=np.uint8),
        derived=_pairs(derived),
        opposite=_pairs(opposite),
        exceptions=exceptions,
        exception_lemmas=bases,
    )


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the lines with their numbers, from 1; those of the licence begin with two blanks."""
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError as error:
        raise InputError(
            f"{path} cannot be read ({error.strerror}); give the folder that holds WordNet's "
            "index.noun, data.noun, noun.exc and their like, such as /usr/share/wordnet"
        ) from error
    for number, line in enumerate(lines, start=1):
        if line.strip() and not line.startswith(b"  "):
            try:
                yield number, line.decode()
            except UnicodeDecodeError as error:
                raise InputError(f"{path}, line {number} is not UTF-8 ({error}); {_ANEW}") from None


def _malformed(path: Path, number: int, line: str) -> InputError:
    return InputError(
        f"{path}, line {number}: {line[:_SHOWN]!r} is not a complete line of such a WordNet file; "
        f"{_ANEW}"
    )


def _read_data(path: Path, pos: int) -> _Synsets:
    synsets: _Synsets = {}
    for number, line in _lines(path):
        try:
            offset, synset = _parse_synset(line, number, pos)
        except (ValueError, IndexError, KeyError):
            raise _malformed(path, number, line) from None
        synsets[pos, offset] = synset
    return synsets


def _parse_synset(line: str, number: int, pos: int) -> tuple[str, _Synset]:
    """Read ``offset file type count (word id)... count (symbol offset part words)... | gloss``."""
    head, bar, _ = line.partition(" |")
    fields = head.split()
    size = int(fields[3], 16)
    after_words = 4 + 2 * size
    pointers = fields[after_words + 1 : after_words + 1 + 4 * int(fields[after_words])]
    if (
        not bar
        or not size
        or len(pointers) != 4 * int(fields[after_words])
        or _LETTERS[fields[2]] != pos
    ):
        raise ValueError
    kept = [
        _Pointer(symbol, (_LETTERS[letter], offset), words)
        for symbol, offset, letter, words in zip(*[iter(pointers)] * 4, strict=True)
        if symbol in _FOLLOWED
    ]
    # An adjective may be followed by where it stands: "galore(ip)".
    words = [word.partition("(")[0].lower() for word in fields[4:after_words:2]]
    return fields[0], _Synset(words, kept, number)


def _read_index(
    path: Path, pos: int, numbers: dict[tuple[int, str], int]
) -> dict[tuple[int, str], list[int]]:
    """Read ``lemma part senses count symbol... senses tagged offset...``: senses of each lemma."""
    lemmas = {}
    for number, line in _lines(path):
        fields = line.split()
        try:
            size, first_offset = int(fields[2]), 6 + int(fields[3])
            if not size or len(fields) != first_offset + size or _LETTERS[fields[1]] != pos:
                raise ValueError
        except (ValueError, IndexError, KeyError):
            raise _malformed(path, number, line) from None
        missing = [offset for offset in fields[first_offset:] if (pos, offset) not in numbers]
        if missing:
            raise InputError(
                f"{path}, line {number}: {fields[0]!r} is in synset {missing[0]}, which "
                f"data.{PARTS[pos]} does not have; {_ANEW}, both files of one release"
            )
        if "_" not in fields[0]:
            lemmas[pos, fields[0].lower()] = [
                numbers[pos, offset] for offset in fields[first_offset:]
            ]
    return lemmas


def _resolve(
    folder: Path,
    synsets: _Synsets,
    numbers: dict[tuple[int, str], int],
    rows: dict[tuple[int, str], int],
) -> tuple[list[list[int]], set[tuple[int, int]], set[tuple[int, int]]]:
    """Follow the pointers: parents of each synset, pairs of derived lemmas, opposite synsets."""
    parents: list[list[int]] = [[] for _ in synsets]
    derived: set[tuple[int, int]] = set()
    opposite: set[tuple[int, int]] = set()
    for (pos, offset), synset in synsets.items():
        number = numbers[pos, offset]
        for symbol, target, words in synset.pointers:
            try:
                if symbol in _PARENT:
                    parents[number].append(numbers[target])
                elif symbol in _OPPOSITE:
                    opposite.add(_ordered(number, numbers[target]))
                elif words != _ALL_WORDS:
                    source_row = rows.get((pos, synset.words[int(words[:2], 16) - 1]))
                    word = synsets[target].words[int(words[2:], 16) - 1]
                    target_row = rows.get((target[0], word))
                    if source_row is not None and target_row is not None:
                        derived.add(_ordered(source_row, target_row))
            except (KeyError, ValueError, IndexError):
                raise InputError(
                    f"{folder / ('data.' + PARTS[pos])}, line {synset.line}: pointer {symbol!r} "
                    f"of synset {offset} leads to word {words!r} of synset {target[1]}, which is "
                    f"not there; {_ANEW}"
                ) from None
    return parents, derived, opposite


def _read_exceptions(
    folder: Path, rows: dict[tuple[int, str], int]
) -> tuple[Hashes, NDArray[np.int32]]:
    """Read ``form base...`` lines; bases that are no lemmas here are left out."""
    forms, bases = [], []
    for pos, name in enumerate(PARTS):
        path = folder / f"{name}.exc"
        for number, line in _lines(path):
            form, *base_forms = line.lower().split()
            if not base_forms:
                raise _malformed(path, number, line)
            base_rows = [rows[pos, base] for base in base_forms if (pos, base) in rows]
            forms += [(pos, form)] * len(base_rows)
            bases += base_rows
    keys = _lemma_keys(forms)
    order = np.argsort(keys, kind="stable")
    return keys[order], np.array(bases, dtype=np.int32)[order]


def _lemma_keys(lemmas: list[tuple[int, str]]) -> Hashes:
    """``lemmas`` are ordered by part."""
    return np.concatenate(
        [form_keys([form for p, form in lemmas if p == pos], pos) for pos in range(len(PARTS))]
    )


def _starts(lists: list[list[int]]) -> NDArray[np.int32]:
    return np.cumsum([0, *map(len, lists)], dtype=np.int32)


def _joined(lists: list[list[int]]) -> NDArray[np.int32]:
    return np.array([number for numbers in lists for number in numbers], dtype=np.int32)


def _pairs(pairs: set[tuple[int, int]]) -> NDArray[np.int32]:
    return np.array(sorted(pairs), dtype=np.int32).reshape(-1, 2)


def _ordered(first: int, second: int) -> tuple[int, int]:
    return (first, second) if first < second else (second, first)
