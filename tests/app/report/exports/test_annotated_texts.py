"""Texts of `citalign annotate` in BioC JSON, for Prodigy and for brat: exact places, safe names."""

import json
import re
from typing import Any

import pytest
from export_rows import text_row
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.app.report.exports.annotated import AnnotatedText, Annotation, annotated_text
from spacy_citalign.app.report.exports.bioc import bioc_text
from spacy_citalign.app.report.exports.brat import (
    configuration,
    file_name,
    plain_text,
    standoff,
    type_of,
)
from spacy_citalign.app.report.exports.prodigy import prodigy_line

_LINE = re.compile(r"T(\d+)\t([A-Za-z0-9_-]+) (\d+ \d+(?:;\d+ \d+)*)\t(.*)")


def text_of(**more: Any) -> AnnotatedText:
    found = annotated_text(text_row(**more))
    assert found is not None
    return found


def bioc(*texts: AnnotatedText) -> dict[str, Any]:
    """The collection of texts, once it is what BioC asks for."""
    found = json.loads("".join(bioc_text(texts, source="ponds")))
    assert {"source", "date", "key", "infons", "documents"} <= found.keys()
    for document in found["documents"]:
        assert isinstance(document["id"], str)
        for passage in document["passages"]:
            assert passage["offset"] == 0
            numbers = [one["id"] for one in passage["annotations"]]
            assert len(set(numbers)) == len(numbers)
            for one in passage["annotations"]:
                (place,) = one["locations"]
                end = place["offset"] + place["length"]
                assert passage["text"][place["offset"] : end] == one["text"] != ""
                assert one["infons"]["type"]
            for infons in (document["infons"], *(one["infons"] for one in passage["annotations"])):
                assert all(isinstance(value, str) for value in infons.values())
    return found


def brat(text: AnnotatedText) -> list[tuple[str, str]]:
    """Types and words of the annotations, once they are those of the text."""
    plain = plain_text(text)
    found = []
    for line in standoff(text).removesuffix("\n").split("\n"):
        if line.startswith("#"):
            assert re.fullmatch(r"#(\d+)\tAnnotatorNotes T\1\t[^\t]+", line)
        elif line:
            match = _LINE.fullmatch(line)
            assert match, line
            spans = [tuple(map(int, span.split())) for span in match[3].split(";")]
            assert match[4] == " ".join(plain[start:end] for start, end in spans)
            found.append((match[2], match[4]))
    return found


def test_annotations_stand_by_their_place():
    found = text_of()
    assert (found.id, found.text) == ("a/b", "p53 and DNA\ndamage.")
    assert found.annotations == (
        Annotation(0, 3, "Gene", {"confidence": "0.9877"}),
        Annotation(0, 3, "GENE or so", {}),
        Annotation(8, 18, "Term", {"confidence": "0.5"}),
    )
    assert found.about == {"source": "in.jsonl:1", "year": "2004"}


def test_a_row_without_text_is_none():
    assert annotated_text({"id": "a", "error": "no"}) is None
    assert annotated_text({"id": "a", "text": None}) is None


@pytest.mark.parametrize(
    "record",
    [{"start_char": 0}, {"start_char": 3, "end_char": 3}, {"start_char": 0, "end_char": 20}, None,
     {"start_char": -1, "end_char": 2}, {"start_char": "0", "end_char": 2}],
)  # fmt: skip
def test_spans_outside_of_the_text_are_left_out(record):
    row = text_row(gene_mentions=[record], propositional_terms=None, entities={})
    found = annotated_text(row)
    assert found is not None
    assert found.annotations == ()


def test_bioc_has_each_text_as_a_document():
    one, two = bioc(text_of(), text_of(id=7))["documents"]
    assert (one["id"], two["id"]) == ("a/b", "7")
    assert one["infons"] == {"source": "in.jsonl:1", "year": "2004"}
    assert one["passages"][0]["annotations"][2] == {
        "bioctype": "BioCAnnotation",
        "id": "3",
        "infons": {"type": "Term", "confidence": "0.5"},
        "text": "DNA\ndamage",
        "locations": [{"bioctype": "BioCLocation", "offset": 8, "length": 10}],
    }
    assert bioc()["documents"] == []


def test_brat_has_a_fragment_a_line():
    assert standoff(text_of()) == (
        "T1\tGene 0 3\tp53\n"
        "#1\tAnnotatorNotes T1\tconfidence 0.9877\n"
        "T2\tGENE_or_so 0 3\tp53\n"
        "T3\tTerm 8 11;12 18\tDNA damage\n"
        "#3\tAnnotatorNotes T3\tconfidence 0.5\n"
    )


def test_carriage_returns_keep_their_place():
    found = text_of(text="p53 and\r\nDNA", propositional_terms=[{"start_char": 4, "end_char": 12}])
    assert plain_text(found) == "p53 and \nDNA"
    assert brat(found)[-1] == ("Term", "and DNA")


def test_names_of_files_are_safe_and_differ():
    names: dict[str, int] = {}
    ids = ["a/b", "a_b", "A/B", "../../x", "", ".", "文", "a" * 300, "a_b-2", "é" * 300, "ﬁ" * 99]
    ids += [
        "con",
        "CON.txt",
        "Lpt1.a.b",
        "nul.",
        "con ",
        "-rf",
        "--",
        "a.",
        "a" * 59 + ".b",
        "aux-1",
    ]
    found = [file_name(AnnotatedText(name, "", (), {}), names) for name in ids]
    assert found[:5] == ["a_b", "a_b-2", "A_B-3", "x", "text"]
    assert len({name.casefold() for name in found}) == len(ids)
    assert all(re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,69}", name) for name in found)
    assert not any(name.endswith(".") for name in found)
    devices = {
        "con",
        "prn",
        "aux",
        "nul",
        *(f"{port}{n}" for port in ("com", "lpt") for n in "019"),
    }
    assert not devices & {name.casefold().partition(".")[0] for name in found}
    assert found[11:15] == ["text_con", "text_CON.txt", "text_Lpt1.a.b", "text_nul"]


def test_types_are_names_for_brat():
    kinds = ["Gene", "GENE or so", "基因", "a:b"]
    types = [type_of(Annotation(0, 1, kind, {})) for kind in kinds]
    assert types == ["Gene", "GENE_or_so", "Entity", "a_b"]
    assert configuration(types).startswith(
        "[entities]\nEntity\nGENE_or_so\nGene\na_b\n\n[relations]"
    )


SPANS = st.lists(
    st.tuples(st.integers(0, 14), st.integers(1, 15)).map(
        lambda pair: {"start_char": pair[0], "end_char": pair[1], "key": "a\nb"}
    ),
    max_size=6,
)


@given(st.text(st.sampled_from("a \n\r\t\u2028é\U0001f438"), max_size=15), SPANS)
def test_every_annotation_finds_its_words(text, spans):
    found = text_of(text=text, gene_mentions=spans, propositional_terms=[], entities=[])
    bioc(found)
    assert all(kind == "Gene" for kind, _ in brat(found))


# --- Prodigy ---------------------------------------------------------------------------------

WORDS = {"start_char": [0, 4, 8, 12, 18], "end_char": [3, 7, 11, 18, 19]}


def test_a_task_has_spans_and_the_numbers_of_their_words():
    """The last word counts, as in Prodigy; a span that ends within a word has no numbers."""
    cut = {"start_char": 4, "end_char": 6, "text": "an", "confidence": 0.5}
    row = text_row(text="p53 and DNA\ndamage.", tokens=WORDS)
    row["propositional_terms"] = [*row["propositional_terms"], cut]
    found = annotated_text(row)
    task = json.loads(prodigy_line(found))
    assert task["text"] == row["text"]
    assert [(one["start"], one["end"], one["label"]) for one in task["spans"]] == [
        (0, 3, "Gene"),
        (0, 3, "GENE or so"),
        (4, 6, "Term"),
        (8, 18, "Term"),
    ]
    numbers = [(one.get("token_start"), one.get("token_end")) for one in task["spans"]]
    assert numbers == [(0, 0), (0, 0), (None, None), (2, 3)]
    words = [(one["text"], one["id"], one["ws"]) for one in task["tokens"]]
    assert words[2:] == [("DNA", 2, True), ("damage", 3, False), (".", 4, False)]
    assert task["meta"] == {"id": "a/b", "source": "in.jsonl:1", "year": "2004"}


@pytest.mark.parametrize(
    "tokens", [None, {}, {"start_char": [0], "end_char": []}, {"start_char": [0], "end_char": [99]}]
)
def test_words_that_do_not_fit_the_text_are_left_out(tokens):
    task = json.loads(prodigy_line(text_of(tokens=tokens)))
    assert "tokens" not in task
    assert not any("token_start" in one for one in task["spans"])
