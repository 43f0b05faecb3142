"""Texts in PubTator's format: what is written is what `read_pubtator` reads, at exact offsets."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.app.report.exports.pubtator import pubtator_block, pubtator_text
from spacy_citalign.corpora.pubtator import read_pubtator

TEXT = "Zork1 in frogs\nZork1 croaks\nat\tnight."


def gene(start: int, end: int, kb_id: str | None = None) -> dict:
    return {"start_char": start, "end_char": end, "confidence": 0.9, "kb_id": kb_id}


def block(**row) -> str:
    text = pubtator_text({"id": "8", "source": "a.txt", "text": TEXT} | row)
    assert text is not None
    return pubtator_block(text)


def test_first_line_is_the_title_and_all_else_the_abstract():
    genes = [gene(0, 5, "11;12"), gene(15, 20)]
    terms = [gene(21, 36), gene(0, 5)]
    species = [gene(9, 14, "8355")]
    found = block(gene_mentions=genes, propositional_terms=terms, species=species)
    assert found.splitlines() == [
        "8|t|Zork1 in frogs",
        "8|a|Zork1 croaks at night.",
        "8\t0\t5\tZork1\tGene\t11;12",  # and not a term as well
        "8\t9\t14\tfrogs\tSpecies\t8355",
        "8\t15\t20\tZork1\tGene\t-",
        "8\t21\t36\tcroaks at night\tTerm\t-",
        "",
    ]


@pytest.mark.parametrize(
    ("row", "lines"),
    [
        ({"text": "One line."}, ["8|t|One line.", "8|a|"]),
        ({"text": "A b. C d.", "meta": {"title": "A b."}}, ["8|t|A b.", "8|a|C d."]),
        ({"text": "A b. C d.", "meta": {"title": "Other"}}, ["8|t|A b. C d.", "8|a|"]),
        ({"text": "\r\nA."}, ["8|t|", "8|a| A."]),
        ({"text": "", "id": " a|b\tc"}, ["a_b_c|t|", "a_b_c|a|"]),
        ({"text": "A.", "id": "10.5/x", "meta": {"pmid": "77"}}, ["77|t|A.", "77|a|"]),
        ({"text": "A.", "id": None, "source": ""}, ["-|t|A.", "-|a|"]),
    ],
)
def test_titles_and_ids(row, lines):
    assert block(**row).split("\n") == [*lines, "", ""]


def test_entities_have_their_labels_and_what_cites_is_not_written():
    entities = [{"start_char": 9, "end_char": 14, "label": "SPECIES", "kb_id": "8355"}]
    citances = [{"start_char": 0, "end_char": 14, "key": "x"}]
    assert block(entities=entities, citances=citances).splitlines()[2:] == [
        "8\t9\t14\tfrogs\tSpecies\t8355",
        "",
    ]


def test_rows_that_failed_have_no_block():
    assert pubtator_text({"id": "8", "source": "a", "error": "odd"}) is None


# Characters that end lines for some reader, and those of the format itself.
_ODD = st.text(st.sampled_from("ab\u00e9\U0001f438 |\t\n\r\v\f\x1c\x85\u2028\u2029"), min_size=1)


@given(st.lists(st.tuples(_ODD, st.lists(st.integers(0, 20), max_size=6)), min_size=1, max_size=4))
def test_what_is_written_is_read_at_the_same_offsets(tmp_path_factory, texts):
    path = tmp_path_factory.mktemp("any") / "a.pubtator"
    wanted, blocks = [], []
    for number, (text, places) in enumerate(texts, 1):
        spans = [(a, b) for a, b in pairwise(places) if a < b <= len(text)]
        spans = sorted({span for span in spans if text[slice(*span)].strip() == text[slice(*span)]})
        wanted.append((str(number), spans))
        rows = [gene(start, end, "7") for start, end in spans]
        blocks.append(block(id=str(number), text=text, gene_mentions=rows))
    path.write_text("".join(blocks), encoding="utf-8", newline="")
    documents = list(read_pubtator(path))
    found = [(one.id, sorted((m.start, m.end) for m in one.mentions)) for one in documents]
    assert found == wanted
    for document, (text, _) in zip(documents, texts, strict=True):
        assert len(document.text) == len(text.rstrip())
        pairs = zip(document.text, text, strict=False)
        assert all(one == other or (one == " " and other.isspace()) for one, other in pairs)
