"""Exports of annotated texts: BioC JSON and brat, exact to the character."""

import json
import re

from spacy_citalign.report.exports.annotated import annotated_text
from spacy_citalign.report.exports.bioc import bioc_text
from spacy_citalign.report.exports.brat import FileNames, configuration, plain_text, standoff

TEXT = "Zork2 wakes frogs \U0001f438.\nTree\nfrogs sing."
ROW = {
    "id": "pond/1",
    "source": "pond.txt",
    "text": TEXT,
    "gene_mentions": [{"start_char": 0, "end_char": 5, "text": "Zork2", "confidence": 0.9}],
    "propositional_terms": [
        {"start_char": 21, "end_char": 31, "text": "Tree\nfrogs", "confidence": 0.5},
        {"start_char": 30, "end_char": 99, "text": "beyond the end"},
    ],
    "base_phrases": [{"start_char": 12, "end_char": 17, "label": "NP"}],
}


def test_rows_without_a_text_have_none_and_odd_spans_are_left_out():
    assert annotated_text({"error": "is empty"}) is None
    kinds = [one.kind for one in annotated_text(ROW).annotations]
    assert kinds == ["Gene", "NP", "Term"]


def test_bioc_locations_are_characters_of_the_passage():
    collection = json.loads("".join(bioc_text([annotated_text(ROW)] * 2, source="ponds")))
    assert collection["bioctype"] == "BioCCollection"
    assert len(collection["documents"]) == 2
    (passage,) = collection["documents"][0]["passages"]
    assert passage["text"] == TEXT
    assert len({one["id"] for one in passage["annotations"]}) == 3
    for one in passage["annotations"]:
        (place,) = one["locations"]
        start = place["offset"] - passage["offset"]
        assert passage["text"][start : start + place["length"]] == one["text"]
        assert one["infons"]["type"]


def test_brat_standoff_is_what_brat_reads():
    text = annotated_text(ROW)
    lines = standoff(text).splitlines()
    spans = [line for line in lines if line.startswith("T")]
    assert spans == [
        "T1\tGene 0 5\tZork2",
        "T2\tNP 12 17\tfrogs",
        "T3\tTerm 21 25;26 31\tTree frogs",
    ]
    content = plain_text(text)
    for line in spans:
        _, places, words = line.split("\t")
        pieces = [content[int(s) : int(e)] for s, e in re.findall(r"(\d+) (\d+)", places)]
        assert " ".join(pieces) == words
    assert "#1\tAnnotatorNotes T1\tconfidence 0.9" in lines
    assert configuration(["Term", "Gene"]).startswith("[entities]\nGene\nTerm\n")


def test_names_of_files_differ_where_case_does_not_count():
    names = FileNames()
    texts = [annotated_text(ROW | {"id": name}) for name in ("a/b", "A b", "..", "a_b")]
    assert [names.name_of(text) for text in texts] == ["a_b", "A_b-2", "text", "a_b-3"]
