"""Tagged tokens as documents with terms, and ids of documents: all invented."""

from codecs import BOM_UTF8
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.corpora.conll import chunks_of_tags, read_conll_terms, read_document_ids
from spacy_citalign.corpora.term_documents import TermDocument
from spacy_citalign.errors import InputError, SettingError


def tagged(line: str) -> str:
    """Lines of a sentence: "frog|B-A" is a token with its tag, "frog" one outside."""
    pairs = (token.partition("|") for token in line.split())
    return "".join(f"{token}\tNN\tO\t{tag or 'O'}\n" for token, _, tag in pairs) + "\n"


MARKED = (
    "-DOCSTART- (101)\n\n"
    + tagged("Frog|B-A hop|I-A - induced leap ( FHL|I-A ) .")
    + tagged("Zork2|I-A wakes .")
    + "-DOCSTART- (102)\n\n"
    + tagged("No hop .")
)


def write(folder: Path, content: str | bytes, name: str = "toy.txt") -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def marked(document: TermDocument) -> list[str]:
    return [document.text[start:end] for start, end in document.terms]


def mentions(folder: Path, line: str, **settings) -> list[str]:
    (document,) = read_conll_terms(write(folder, tagged(line)), **settings)
    return marked(document)


# --- documents and sentences -----------------------------------------------------------------


@pytest.mark.parametrize("content", [MARKED, BOM_UTF8 + MARKED.replace("\n", "\r\n").encode()])
def test_documents_are_what_stands_between_marks(tmp_path, content):
    first, second = read_conll_terms(str(write(tmp_path, content)))
    assert first == TermDocument(
        "101",
        "Frog hop-induced leap (FHL). Zork2 wakes.",
        ((0, 28), (29, 41)),
        ((0, 8), (23, 26), (29, 34)),
    )
    assert second == TermDocument("102", "No hop.", ((0, 7),), ())


def test_marks_need_no_empty_line_and_may_have_no_sentence(tmp_path):
    content = "-DOCSTART- (1)\n-DOCSTART- (a b)\nhop\tI-A\n-DOCSTART- (3)\nleap\tO"
    found = list(read_conll_terms(write(tmp_path, content)))
    assert [(document.id, document.text) for document in found] == [
        ("1", ""),
        ("a b", "hop"),
        ("3", "leap"),
    ]


def test_without_marks_each_sentence_is_a_document_named_by_its_line(tmp_path):
    path = write(tmp_path, "\n" + tagged("Frogs|B-A hop") + "\n" + tagged("Leap"))
    found = list(read_conll_terms(path))
    assert [(document.id, document.text, marked(document)) for document in found] == [
        (f"{path}:2", "Frogs hop", ["Frogs"]),
        (f"{path}:6", "Leap", []),
    ]


def test_hyphens_may_be_left_alone(tmp_path):
    (first, _) = read_conll_terms(write(tmp_path, MARKED), hyphens_apart=False)
    assert first.text.startswith("Frog hop - induced leap (FHL).")


def test_the_first_file_wins_and_named_documents_are_left_out(tmp_path):
    one = write(tmp_path, MARKED)
    two = write(tmp_path, "-DOCSTART- (103)\n\nhop\tO\n\n-DOCSTART- (102)\n\nleap\tO\n", "two.txt")
    found = read_conll_terms([one, two], without=["101", "999"])
    assert [(document.id, document.text) for document in found] == [
        ("102", "No hop."),
        ("103", "hop"),
    ]


# --- tags ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("a|B-A b|I-A c", ["a b"]),  # BIO
        ("a|B-A b|B-A c|I-A", ["a", "b c"]),
        ("a|I-A b|I-A c", ["a b"]),  # IOB1
        ("a|I-A b|B-A c|I-A", ["a", "b c"]),
        ("a|I-A b|I-B", ["a", "b"]),  # another type
        ("a|B-A b|I-B c|B-B", ["a", "b", "c"]),
        ("a b|I-A c d|I-A", ["b", "d"]),  # lone tokens
        ("a|B-A-1 b|I-A-1", ["a b"]),  # a type with a hyphen
        ("a b", []),
    ],
)
def test_mentions_begin_at_b_or_after_another_type(tmp_path, line, found):
    assert mentions(tmp_path, line) == found


def test_mentions_end_with_the_sentence(tmp_path):
    found = read_conll_terms(
        write(tmp_path, "-DOCSTART- (1)\n" + tagged("a b|I-A") + tagged("c|I-A"))
    )
    assert [marked(document) for document in found] == [["b", "c"]]


def test_types_can_be_chosen_and_still_part_mentions(tmp_path):
    assert mentions(tmp_path, "a|I-A b|I-B c|I-A d|B-C", types=["A", "C", "X"]) == ["a", "c", "d"]


@given(st.lists(st.sampled_from(["O", "B-A", "I-A", "B-B", "I-B"]), min_size=1, max_size=9))
def test_every_tagged_token_is_in_one_mention_and_no_other_is(tags):
    spans = [(first, last) for _, first, last in chunks_of_tags(tags)]
    covered = [place for first, last in spans for place in range(first, last)]
    assert covered == [place for place, tag in enumerate(tags) if tag != "O"]
    starts = {first for first, _ in spans}
    assert starts >= {place for place, tag in enumerate(tags) if tag[0] == "B"}


# --- bad files -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("hop", "'hop' is not a token, a tab and its tag"),
        ("\tO", "'\\tO' is not a token, a tab and its tag"),
        ("tree frog\tO", "'tree frog\\tO' is not a token"),
        ("hop\tNN\tE-A", "the tag of 'hop' is 'E-A'; write O, B-TYPE or I-TYPE"),
        ("hop\tB-", "the tag of 'hop' is 'B-'"),
        ("hop\t", "the tag of 'hop' is ''"),
        ("-DOCSTART-\t-X-\tO\tO", "'-DOCSTART-\\t-X-\\tO\\tO' has no id; write -DOCSTART- (ID)"),
        ("-DOCSTART- ( )", "'-DOCSTART- ( )' has no id"),
        ("-DOCSTART- (101)", "the id '101' stands in line 1 already"),
    ],
)
def test_lines_of_no_token_are_refused(tmp_path, line, message):
    good, bad = write(tmp_path, MARKED), write(tmp_path, f"{MARKED}{line}\n", "bad.txt")
    with pytest.raises(InputError) as caught:
        read_conll_terms([good, bad])  # before the first document comes
    assert f"{bad}, line {MARKED.count(chr(10)) + 1}: {message}" in str(caught.value)


def test_files_and_settings_that_cannot_be_used_are_refused(tmp_path):
    path = write(tmp_path, MARKED)
    for content in ("", "\n \n"):
        with pytest.raises(InputError, match=r"empty\.txt is empty; give a file with a token"):
            read_conll_terms(write(tmp_path, content, "empty.txt"))
    with pytest.raises(InputError, match=r"toy2\.txt, line 2: a sentence stands before the first"):
        read_conll_terms(write(tmp_path, "\n" + tagged("hop") + MARKED, "toy2.txt"))
    with pytest.raises(InputError, match=r"none\.txt cannot be read"):
        read_conll_terms([path, tmp_path / "none.txt"])
    with pytest.raises(InputError, match="no file of tagged tokens was given"):
        read_conll_terms([])
    for setting in ("types", "without"):
        with pytest.raises(SettingError, match=f"{setting} is 'A'; give a list"):
            read_conll_terms(path, **{setting: "A"})


# --- ids of documents ------------------------------------------------------------------------


def test_ids_are_read_from_json_lines_and_from_marks(tmp_path):
    rows = write(tmp_path, '\n{"id": "7", "any": 1}\n{"id": "8"}\n{"id": "8"}\n', "rows.jsonl")
    assert read_document_ids([write(tmp_path, MARKED), str(rows)]) == {"101", "102", "7", "8"}
    assert read_document_ids([]) == frozenset()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", r"toy\.txt names no document"),
        (tagged("no marks"), r"toy\.txt names no document; give JSON Lines with an id each"),
        ("-DOCSTART-\n", r"toy\.txt, line 1: '-DOCSTART-' has no id"),
        ('{"id": "1"}\n{"id": 2}', r"toy\.txt, line 2: id is a JSON number"),
        ('{"id": "1"}\nhop', r"toy\.txt, line 2: this is not JSON"),
    ],
)
def test_files_without_ids_are_refused(tmp_path, content, message):
    with pytest.raises(InputError, match=message):
        read_document_ids([write(tmp_path, content)])
