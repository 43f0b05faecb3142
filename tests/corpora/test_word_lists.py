"""Word lists in the formats in which they are published; all entries invented or common words."""

from codecs import BOM_UTF8
from pathlib import Path

import pytest

from spacy_citalign.corpora import word_lists
from spacy_citalign.corpora.word_lists import read_term_list
from spacy_citalign.errors import InputError, SettingError
from spacy_citalign.terms.lexicons import LEXICONS, Lexicons

INDEX = (
    "  1 This frog is provided to you, the LICENSEE, by  \n"
    "  2   \n"
    "frog n 1 1 @ 1 0 00000001  \n"
    "tree_frog n 1 1 @ 1 0 00000002  \n"
    "frog n 1 1 @ 1 0 00000003  \n"
)
UNITS = (
    "root\tconcept\tkind\tenglish\n"
    "Communication\tCroaking\tclass\tcroaking\n"
    "UnitOfMeasure\tHopLength\tinstance\thop length\n"
    "UnitOfMeasure\tNameless\tclass\t\n"
    "UnitOfMeasure\tPond\tinstance\tpond\n"
)


def write(folder: Path, content: str | bytes, name: str = "list.txt") -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def test_lists_are_those_of_the_term_extractor():
    """Readers of files know no idea, so that the names stand twice."""
    assert tuple(word_lists.COLUMNS) == LEXICONS
    assert word_lists.ROOTS.keys() <= set(LEXICONS)


# --- formats -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", LEXICONS)
def test_text_has_an_entry_a_line(tmp_path, name):
    content = "# green things\r\n\r\n frog \r\ntree frog\r\n  \r\nFrog\r\nfrog\r\n\u03b6ork"
    path = write(tmp_path, BOM_UTF8 + content.encode())
    assert read_term_list(str(path), name) == ["frog", "tree frog", "Frog", "\u03b6ork"]


@pytest.mark.parametrize(
    ("name", "content", "entries"),
    [
        ("final_words", "id\tlabel\talternative_labels\tbroader\n1\tFrog ponds\t\t\n"
         "2\tLeaves\tgreen leaves| leaf |Leaves\t1\n",
         ["Frog ponds", "Leaves", "green leaves", "leaf"]),
        ("final_words", "code\tkind\tterm\tparent\tsee_also\n"
         "A\tnode\tFrogs (e.g., tree frogs)\t\t\nB\tnode\tPonds | lakes\tA\tC;D\n",
         ["Frogs", "Ponds | lakes"]),
        ("academic", "sublist\theadword\tword\n1\tcroak\tcroak\n1\tcroak\tcroaked\n",
         ["croak", "croaked"]),
        ("units", UNITS, ["hop length", "pond"]),
        ("communication", UNITS, ["croaking"]),
        ("communication", "verb\toffset\troot\tconcept\trelation\n"
         "croak\t01\tCommunication\tCroaking\tsubsumed\nhop\t02\tMotion\tHopping\tsubsumed\n"
         "croak\t03\tCommunication\tCalling\tsubsumed\n",
         ["croak"]),
        ("transitions", "# ours\nphrase\tkind\tgroup\nin short\tsummative\tsumming up\n# next\n"
         "too\tenumerative\taddition\n",
         ["in short", "too"]),
        ("vocabulary", "word\tsnowball\nfrog\t0\n", ["frog"]),
        ("vocabulary", "root\tword\nany\tfrog\n", ["frog"]),  # a list without a root reads all
        ("units", "english \tsource\nhop\tfrogs\n", ["hop"]),
    ],
)  # fmt: skip
def test_tables_are_read_by_their_header(tmp_path, name, content, entries):
    assert read_term_list(write(tmp_path, content), name) == entries
    assert read_term_list(write(tmp_path, content.replace("\n", "\r\n")), name) == entries


def test_indexes_of_wordnet_are_read_without_their_licence(tmp_path):
    path = write(tmp_path, INDEX, "index.noun")
    assert read_term_list(path, "vocabulary") == ["frog", "tree frog"]


@pytest.mark.parametrize(
    ("entry", "read"),
    [
        ("Frog calling standard (FCS)", "Frog calling standard"),
        ("f(x)", "f"),
        ("(green) frogs", "(green) frogs"),
        ("(green)", "(green)"),
    ],
)
def test_remarks_at_the_end_are_no_final_words(tmp_path, entry, read):
    path = write(tmp_path, entry)
    assert read_term_list(path, "final_words") == [read]
    assert read_term_list(path, "vocabulary") == [entry]


def test_lists_compile_to_lexicons(tmp_path):
    entries = read_term_list(write(tmp_path, UNITS), "units")
    assert len(Lexicons.of({"units": entries}).units) == 2


# --- bad input ---------------------------------------------------------------------------------


def test_unknown_lists_are_refused(tmp_path):
    with pytest.raises(SettingError, match="name is 'verbs'; choose from final_words, units, "):
        read_term_list(write(tmp_path, "frog"), "verbs")


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("units", "", "has no entry for units; give a file with one entry a line"),
        ("units", "# frog\n \n", "has no entry for units;"),
        ("units", UNITS.replace("UnitOf", "NoUnitOf"), "for units under the root UnitOfMeasure;"),
        ("academic", "headword\tword\n", "has no entry for academic;"),
        ("academic", "headword\tword\ncroak\t\n", "has no entry for academic;"),
        ("vocabulary", "  1 This frog\n", "has no entry for vocabulary;"),
        ("academic", "headword\twords\ncroak\tcroaks\n",
         "has the columns headword, words; for academic the header must name word, or the file"),
        ("communication", "a\tb\n", "the header must name verb or english, or the file be plain"),
        ("academic", "headword\tword\ncroak\tcroaks\ncroak\n",
         "line 3: 1 fields where the header has 2 columns, in the row of 'croak'"),
        ("academic", "headword\tword\ncroak\tcroaks\t1\n", "3 fields where the header has 2"),
        ("academic", "frog\n# x\nleaf\tleaves\n",
         r"line 3: 'leaf\\tleaves' has a tab, but the first line has none; write one entry a"),
        ("vocabulary", INDEX + "leaf\n", "line 6: 'leaf' is no line of an index of WordNet;"),
        ("vocabulary", "  1 This frog\n00000001 03 n 01 frog 0 000 | hops\n",
         "line 2: '00000001 03 n 01 frog .* is no line of an index of WordNet; give its index.n"),
        ("units", b"hop\nr\xe9gime\n", "line 2: byte 5 of the file is 0xe9, which is not UTF-8"),
    ],
)  # fmt: skip
def test_bad_lists_are_refused(tmp_path, name, content, message):
    with pytest.raises(InputError, match=message) as caught:
        read_term_list(write(tmp_path, content), name)
    assert str(tmp_path / "list.txt") in str(caught.value)


def test_missing_files_are_refused(tmp_path):
    with pytest.raises(InputError, match=r"none\.txt cannot be read .*the path of a word list for"):
        read_term_list(tmp_path / "none.txt", "units")
    with pytest.raises(InputError, match="cannot be read"):
        read_term_list(tmp_path, "units")
