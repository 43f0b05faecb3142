"""Tables of lemmas."""

import gzip

import pytest

from spacy_citalign.corpora.word_lists import read_lemma_list
from spacy_citalign.errors import InputError


def test_columns_are_found_by_their_names(tmp_path):
    path = tmp_path / "lemmas.tsv"
    path.write_text("number\tpos\tlemma\n1\tn\tfrog\n2\tv\twater ski\n", encoding="utf-8")
    assert list(read_lemma_list(path)) == [("frog", "n"), ("water ski", "v")]
    packed = tmp_path / "lemmas.tsv.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    assert list(read_lemma_list(str(packed))) == list(read_lemma_list(path))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("lemma\tpart\nfrog\tn\n", r"columns are missing, .*: pos \(pos\)"),
        ("frog\n", r"columns are missing, .*: lemma \(lemma\); pos"),
        ("lemma\tpos\nfrog\tn\nnewt\n", "line 3: 1 fields where the header has 2"),
        ("lemma\tpos\n\nnewt\tn\n", "line 2: 1 fields"),
    ],
)
def test_what_is_no_such_table_is_named(tmp_path, text, message):
    path = tmp_path / "lemmas.tsv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        list(read_lemma_list(path))


def test_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(InputError, match="nothing"):
        list(read_lemma_list(tmp_path / "nothing.tsv"))
