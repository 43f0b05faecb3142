"""WordNet similarity on a small invented WordNet: files, base forms, Lin's measure, relations."""

import tempfile
from itertools import product
from math import log
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spacy_citalign.chain.storage import pack, unpack
from spacy_citalign.citances.wordnet import WordNet, read_wordnet
from spacy_citalign.errors import InputError, ModelFileError

LETTERS = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}
LICENCE = "  1 This is a licence, two blanks before each line.  \n  2 | n 01 @\n"


class Entry(NamedTuple):
    """A synset: its part, its words, and (symbol, name of the target, word numbers) pointers."""

    part: str
    words: list[str]
    pointers: tuple[tuple[str, str, str], ...] | list[tuple[str, str, str]] = ()


def up(*names: str) -> list[tuple[str, str, str]]:
    return [("@", name, "0000") for name in names]


# Nouns:   entity > object > zork, mimsy, Zorkia (an instance); entity > act > mimsy, zorking.
# Verbs:   zork; grok > regrok, which have no root in common.
ENTRIES = {
    "entity": Entry("noun", ["entity"], [("~", "object", "0000")]),
    "object": Entry("noun", ["object", "thing"], [*up("entity"), ("=", "zorky", "0000")]),
    "act": Entry("noun", ["act"], up("entity")),
    "zork": Entry("noun", ["big_zork", "zork", "glorp"], [*up("object"), ("+", "zork v", "0201")]),
    "mimsy": Entry("noun", ["mimsy"], up("object", "act")),
    "zorking": Entry("noun", ["zorking"], [*up("act"), ("+", "zork v", "0101")]),
    "Zorkia": Entry("noun", ["Zorkia"], [("@i", "object", "0000")]),
    "zork v": Entry("verb", ["zork"], [("+", "zorking", "0101")]),
    "grok": Entry("verb", ["grok"]),
    "regrok": Entry("verb", ["regrok"], up("grok")),
    "zorky": Entry("adj", ["zorky(p)", "borky"], [("!", "drab", "0101"), ("+", "zork", "0102")]),
    "drab": Entry("adj", ["drab", "dull"], [("!", "zorky", "0101")]),
    "grokked": Entry("adj", ["grokked"], [("<", "grok", "0101")]),
    "zorkily": Entry("adv", ["zorkily", "glorp"], [("\\", "zorky", "0101")]),
}
EXCEPTIONS = {
    "noun": "zorx zork zorking\nacts entity\nbooks book big_zork\n",
    "verb": "grak grok\n",
    "adj": "",
    "adv": "",
}
# Seco et al. (2004): seven nouns, of which "object" covers four and "act" three, three verbs.
OBJECT = 1 - log(4) / log(7)
ACT = 1 - log(3) / log(7)
GROK = 1 - log(2) / log(3)


def files(entries: dict[str, Entry], exceptions: dict[str, str]) -> dict[str, str]:
    """Lay entries out as index, data and exception files: name to content."""
    offsets = {name: f"{number * 100:08d}" for number, name in enumerate(entries, start=1)}
    contents = {}
    for part, letter in LETTERS.items():
        data, senses = LICENCE, {}
        for name, entry in entries.items():
            if entry.part == part:
                words = " ".join(f"{word} 0" for word in entry.words)
                pointers = "".join(
                    f" {symbol} {offsets[target]} {LETTERS[entries[target].part]} {numbers}"
                    for symbol, target, numbers in entry.pointers
                )
                frames = " 01 + 02 00" if part == "verb" else ""
                size = f"{len(entry.words):02x} {words} {len(entry.pointers):03d}"
                data += f"{offsets[name]} 03 {letter} {size}{pointers}{frames} | meant so  \n"
                for word in entry.words:
                    senses.setdefault(word.split("(")[0].lower(), []).append(offsets[name])
        index = LICENCE
        for word, found in sorted(senses.items()):
            index += f"{word} {letter} {len(found)} 2 @ ~ {len(found)} 0 {' '.join(found)}  \n"
        contents |= {f"data.{part}": data, f"index.{part}": index, f"{part}.exc": exceptions[part]}
    return contents


def write(folder: Path, contents: dict[str, str]) -> Path:
    for name, content in contents.items():
        (folder / name).write_text(content, encoding="utf-8", newline="")
    return folder


@pytest.fixture(scope="module")
def wordnet(tmp_path_factory):
    return read_wordnet(write(tmp_path_factory.mktemp("dict"), files(ENTRIES, EXCEPTIONS)))


def ask(matrix, words: str):
    one, other = words.split()
    return matrix([one, other])[0, 1]


LIN = [
    ("zork glorp", 1.0),  # one synset
    ("zork zorkia", 2 * OBJECT / (1 + 1)),  # an instance is below its class
    ("mimsy zork", 2 * OBJECT / (1 + 1)),
    ("mimsy zorking", 2 * ACT / (1 + 1)),  # by its other parent
    ("object zork", 2 * OBJECT / (OBJECT + 1)),
    ("object act", 0.0),  # the root says nothing
    ("entity zork", 0.0),
    ("thing object", 1.0),
    ("grok regrok", 2 * GROK / (GROK + 1)),
    ("grok zork", 0.0),  # verbs of different roots
    ("regrok mimsy", 0.0),  # a verb and a noun
    ("zorky borky", 1.0),  # synonyms
    ("zorky drab", 0.0),
    ("zorkily glorp", 1.0),  # as adverbs
    ("zork nothing", 0.0),
]


@pytest.mark.parametrize(("words", "similarity"), LIN, ids=[words for words, _ in LIN])
def test_lin_agrees_with_values_by_hand(wordnet, words, similarity):
    assert ask(wordnet.lin, words) == pytest.approx(similarity, abs=1e-6)


def test_lin_is_symmetric_and_one_for_each_known_word_with_itself(wordnet):
    words = ["zork", "entity", "nothing", "ZORK", "drab", "grok", "zork", ""]
    similarity = wordnet.lin(words)
    assert similarity.dtype == np.float32
    assert np.array_equal(similarity, similarity.T)
    assert similarity.diagonal().tolist() == [1, 1, 0, 1, 1, 1, 1, 0]
    assert similarity[0].tolist() == [1, 0, 0, 1, 0, 0, 1, 0]


def test_lin_of_one_pair_does_not_depend_on_the_other_words(wordnet):
    words = ["zork", "mimsy", "act", "thing", "regrok", "zorking", "Zorkia", "dull", "grok"]
    similarity = wordnet.lin(words)
    for i, j in product(range(len(words)), repeat=2):
        assert similarity[i, j] == wordnet.lin([words[i], words[j]])[0, 1]


@pytest.mark.parametrize("words", [[], ["nothing"], ["zork"], ["zork_zork", "big_zork"]])
def test_everything_is_asked_of_no_word_one_or_unknown_ones(wordnet, words):
    known = np.array([[word == "zork" for word in words]] * len(words), dtype=bool)
    known = known.reshape(len(words), len(words))
    assert np.array_equal(wordnet.lin(words), known)
    assert np.array_equal(wordnet.related(words), known)
    assert not wordnet.opposites(words).any()
    assert wordnet.opposites(words).shape == known.shape


# What morphy makes of words that are no lemmas; None where it finds nothing.
BASES = [
    ("Zorks", "zork"),
    ("mimsies", "mimsy"),
    ("objects", "thing"),
    ("groks", "grok"),
    ("groked", "grok"),
    ("grokes", "grok"),
    ("regroking", "regrok"),
    ("draber", "drab"),
    ("dullest", "dull"),
    ("zorx", "zork"),  # irregular, both
    ("zorx", "zorking"),
    ("grak", "grok"),
    ("acts", "entity"),  # irregular, hence not of "act"
    ("grokss", None),  # as a noun; verbs lose one "s" only
    ("zorkilys", None),  # adverbs have no endings
    ("books", None),  # irregular, but not of a word that is here
    ("s", None),
]


@pytest.mark.parametrize(("form", "base"), BASES)
def test_inflected_forms_mean_their_base_forms(wordnet, form, base):
    assert ask(wordnet.lin, f"{form} {base or form}") == (base is not None)


def test_an_irregular_form_is_not_cut_as_well(wordnet):
    assert ask(wordnet.lin, "acts act") == 0


def test_nouns_of_two_letters_or_in_ss_are_not_cut(tmp_path):
    entries = {"z": Entry("noun", ["z"]), "zos": Entry("noun", ["zos", "zo"])}
    wordnet = read_wordnet(write(tmp_path, files(entries, dict.fromkeys(LETTERS, ""))))
    assert wordnet.lin(["z", "zs", "zoss", "zoses"]).diagonal().tolist() == [1, 0, 0, 1]


RELATED = [
    ("zork glorp", True),
    ("zorking zork", True),  # derived, from either side
    ("zorky zork", True),
    ("zorky glorp", False),  # derivation is of words, not of synsets
    ("borky zork", False),
    ("zorkily zorky", True),  # pertainym
    ("grokked groks", True),  # participle
    ("zorky drab", False),
    ("mimsy zork", False),
    ("object zorky", False),  # an attribute is neither
]


@pytest.mark.parametrize(("words", "related"), RELATED, ids=[words for words, _ in RELATED])
def test_related_words_share_a_synset_or_are_derived(wordnet, words, related):
    one, other = words.split()
    assert ask(wordnet.related, f"{one} {other}") == ask(wordnet.related, f"{other} {one}")
    assert ask(wordnet.related, words) == related


@pytest.mark.parametrize("words", [*product(["zorky", "borky"], ["drab", "dullest"])])
def test_opposites_are_antonyms_and_their_synonyms(wordnet, words):
    assert wordnet.opposites(words).tolist() == [[False, True], [True, False]]


def test_opposites_share_no_synset(tmp_path):
    entries = {
        "up": Entry("verb", ["go", "rise"], [("!", "down", "0101")]),
        "down": Entry("verb", ["go", "fall"]),
    }
    wordnet = read_wordnet(write(tmp_path, files(entries, dict.fromkeys(LETTERS, ""))))
    opposites = wordnet.opposites(["go", "rise", "fall"])
    assert opposites.tolist() == [[0, 0, 0], [0, 0, 1], [0, 1, 0]]


def test_counts_make_the_information_that_of_a_corpus(tmp_path):
    folder = write(tmp_path, files(ENTRIES, EXCEPTIONS))
    # "zorks" is a noun and a verb, its count is halved; "Zorkia" is a noun only.
    wordnet = read_wordnet(folder, {"zorks": 3, "Zorkia": 2, "nothing": 9})
    total = log(7 + 3 / 2 + 2)
    shared, zork, zorkia = (1 - log(x) / total for x in (4 + 3 / 2 + 2, 1 + 3 / 2, 1 + 2))
    assert ask(wordnet.lin, "zork zorkia") == pytest.approx(2 * shared / (zork + zorkia), abs=1e-6)
    assert ask(wordnet.lin, "zork glorp") == 1


@pytest.mark.parametrize("count", [-1, float("nan"), float("inf")])
def test_counts_are_finite_and_not_negative(tmp_path, count):
    folder = write(tmp_path, files(ENTRIES, EXCEPTIONS))
    with pytest.raises(InputError, match=f"the count of 'act' is {count}; give counts"):
        read_wordnet(folder, {"zork": 2, "act": count})


def test_a_cycle_of_parents_is_walked_once(tmp_path):
    entries = {
        "one": Entry("verb", ["restrain"], up("other")),
        "other": Entry("verb", ["inhibit"], up("one")),
        "below": Entry("verb", ["cramp"], up("one")),
        "apart": Entry("verb", ["zork"]),
    }
    wordnet = read_wordnet(write(tmp_path, files(entries, dict.fromkeys(LETTERS, ""))))
    assert ask(wordnet.lin, "restrain inhibit") == 1
    high = 1 - log(3) / log(4)
    assert ask(wordnet.lin, "cramp inhibit") == pytest.approx(2 * high / (1 + high), abs=1e-6)


@st.composite
def taxonomies(draw):
    """Draw parents (each an earlier synset) and the synsets of each of five words."""
    size = draw(st.integers(1, 9))
    parents = [
        draw(st.sets(st.integers(0, number - 1), max_size=2)) if number else set()
        for number in range(size)
    ]
    senses = [draw(st.sets(st.integers(0, size - 1), min_size=1, max_size=3)) for _ in range(5)]
    return parents, senses


def oracle(parents: list[set[int]], senses: list[set[int]]) -> np.ndarray:
    """Lin's similarity straight from its definition, pair of senses by pair of senses."""
    above: list[set[int]] = []
    for number, direct in enumerate(parents):
        above.append({number}.union(*(above[parent] for parent in direct)))
    covered = [sum(number in ancestors for ancestors in above) for number in range(len(parents))]
    information = [1 - log(count) / log(max(len(parents), 2)) for count in covered]

    def lin(a: int, b: int) -> float:
        if a == b:
            return 1.0
        common = max((information[c] for c in above[a] & above[b]), default=0.0)
        return 2 * common / (information[a] + information[b])

    best = [[max(lin(a, b) for a in one for b in other) for other in senses] for one in senses]
    return np.array(best)


@given(taxonomies())
@settings(max_examples=60, deadline=None)
def test_lin_agrees_with_its_definition_on_any_taxonomy(taxonomy):
    parents, senses = taxonomy
    words = [f"w{letter}o" for letter in "abcde"]
    entries = {
        str(number): Entry(
            "noun",
            [f"filler{number}", *(words[k] for k in range(5) if number in senses[k])],
            up(*map(str, sorted(direct))),
        )
        for number, direct in enumerate(parents)
    }
    with tempfile.TemporaryDirectory() as name:
        wordnet = read_wordnet(write(Path(name), files(entries, dict.fromkeys(LETTERS, ""))))
    np.testing.assert_allclose(wordnet.lin(words), oracle(parents, senses), atol=1e-6)


def test_arrays_are_numbers_and_give_the_same_wordnet_back(wordnet):
    arrays = wordnet.to_arrays()
    assert {array.dtype.kind for array in arrays.values()} <= set("uif")
    _, stored = unpack(pack("toy", 1, {}, arrays), "toy", 1)
    back = WordNet.from_arrays(stored)
    words = [word for entry in ENTRIES.values() for word in entry.words] + ["zorx", "groks", "no"]
    assert np.array_equal(back.lin(words), wordnet.lin(words))
    assert np.array_equal(back.related(words), wordnet.related(words))
    assert np.array_equal(back.opposites(words), wordnet.opposites(words))


GARBLED = {
    "parts": lambda x: x[:-1],
    "senses": lambda x: x + 7,
    "sense_starts": lambda x: x[::-1],
    "parent_starts": lambda x: x[1:],
    "parents": lambda x: -x - 1,
    "keys": lambda x: x.astype(np.float64),
    "exceptions": lambda x: x[1:],
    "exception_lemmas": lambda x: x + 90,
    "derived": lambda x: x + 90,
    "opposite": lambda x: x - 90,
    "information": lambda x: x[:2],
}


@pytest.mark.parametrize("name", GARBLED)
def test_from_arrays_refuses_what_is_missing_or_garbled(wordnet, name):
    arrays = wordnet.to_arrays()
    garbled = GARBLED[name](arrays.pop(name))
    with pytest.raises(ModelFileError, match=f"KeyError.*{name}.*train the model anew"):
        WordNet.from_arrays(arrays)
    with pytest.raises(ModelFileError, match=r"lacks or garbles a part \(ValueError"):
        WordNet.from_arrays(arrays | {name: garbled})


@pytest.mark.parametrize("ending", ["\r\n", "\n\n"])
def test_line_ends_and_empty_lines_do_not_matter(tmp_path, wordnet, ending):
    contents = files(ENTRIES, EXCEPTIONS)
    folder = write(tmp_path, {k: text.replace("\n", ending) for k, text in contents.items()})
    for name, array in read_wordnet(str(folder)).to_arrays().items():
        assert np.array_equal(array, wordnet.to_arrays()[name]), name


@pytest.mark.parametrize("name", sorted(files(ENTRIES, EXCEPTIONS)))
def test_read_names_the_file_that_is_missing(tmp_path, name):
    (write(tmp_path, files(ENTRIES, EXCEPTIONS)) / name).unlink()
    with pytest.raises(InputError, match=rf"{name} cannot be read .*give the folder that holds"):
        read_wordnet(tmp_path)


def test_read_names_the_folder_that_is_missing_or_empty(tmp_path):
    with pytest.raises(InputError, match=r"nowhere.data\.noun cannot be read"):
        read_wordnet(tmp_path / "nowhere")
    write(tmp_path, dict.fromkeys(files(ENTRIES, EXCEPTIONS), LICENCE))
    with pytest.raises(InputError, match=r"hold no words; .*copy it from WordNet again"):
        read_wordnet(tmp_path)


# File, what stands in it, what stands there instead, the line, what the message says of it.
BROKEN = [
    ("data.noun", " | meant so", "", 3, "not a complete line"),
    ("data.noun", "00000100 03 n 01", "00000100 03 n", 3, "not a complete line"),
    ("data.noun", "00000100 03 n 01", "00000100 03 n 00", 3, "not a complete line"),
    ("data.noun", "00000100 03 n 01", "00000100 03 v 01", 3, "not a complete line"),
    ("data.noun", "00000100 03 n 01", "00000100 03 x 01", 3, "not a complete line"),
    ("data.noun", "object 0 thing 0 002", "object 0 thing 0 003", 4, "not a complete line"),
    ("data.noun", "object 0 thing 0 002", "object 0 thing", 4, "not a complete line"),
    ("data.noun", "@ 00000100 n 0000", "@ 00009900 n 0000", 4, "leads to .* synset 00009900"),
    ("data.verb", "+ 00000600 n 0101", "+ 00000600 n 0109", 3, "leads to word '0109' of synset"),
    ("data.verb", "+ 00000600 n 0101", "+ 00000600 n zork", 3, "leads to word 'zork' of synset"),
    ("data.adj", "! 00001200 a 0101", "! 00009900 a 0101", 3, "leads to .* synset 00009900"),
    ("index.noun", "act n 1 2 @ ~", "act n 1 2 @", 3, "not a complete line"),
    ("index.noun", "act n 1 2 @ ~", "act n 2 2 @ ~", 3, "not a complete line"),
    ("index.noun", "act n 1 2 @ ~", "act n x 2 @ ~", 3, "not a complete line"),
    ("index.noun", "act n 1 2 @ ~ 1 0 00000300", "act n 0 2 @ ~ 1 0", 3, "not a complete line"),
    ("index.noun", "act n 1", "act v 1", 3, "not a complete line"),
    ("index.noun", "00000300", "00009900", 3, r"'act' is in synset 00009900.*data\.noun does not"),
    ("noun.exc", "acts entity", "acts", 2, "not a complete line"),
    ("verb.exc", "grak", "gr\ufffdk", 1, "is not UTF-8"),
]


@pytest.mark.parametrize(("name", "old", "new", "line", "message"), BROKEN)
def test_read_names_the_line_that_is_broken(tmp_path, name, old, new, line, message):
    folder = write(tmp_path, files(ENTRIES, EXCEPTIONS))
    content = (folder / name).read_bytes()
    assert old.encode() in content
    # U+FFFD stands for a byte that no UTF-8 has.
    bad = new.encode().replace("\ufffd".encode(), b"\xff")
    (folder / name).write_bytes(content.replace(old.encode(), bad, 1))
    with pytest.raises(InputError, match=rf"{name}, line {line}\b.*{message}.*again"):
        read_wordnet(folder)
