"""Web Annotations: what the model of W3C asks for, and selectors that find what they name."""

import json
from typing import Any
from uuid import UUID

from export_rows import ONE, THREE, TWO, frog_row
from report_rows import work

from spacy_citalign.app.report.exports.web_annotations import annotations_text

ARTICLE = f"Aim.\n{ONE} We agree.".ljust(99, ".") + THREE


def collection(*rows: dict[str, Any]) -> dict[str, Any]:
    """The collection of rows, once it is what the model says."""
    found = json.loads("".join(annotations_text(map(work, rows), label="frogs")))
    assert found["@context"] == "http://www.w3.org/ns/anno.jsonld"
    assert found["type"] == "AnnotationCollection"
    page = found["first"]
    assert (page["type"], page["partOf"], page["startIndex"]) == ("AnnotationPage", found["id"], 0)
    assert found["total"] == len(page["items"])
    names = [found["id"], page["id"], *(one["id"] for one in page["items"])]
    assert len({UUID(name.removeprefix("urn:uuid:")) for name in names}) == len(names)
    for one in page["items"]:
        assert one.keys() == {"id", "type", "motivation", "body", "target"}
        assert one["type"] == "Annotation"
        assert one["motivation"] in ("linking", "tagging", ["linking", "classifying"])
        body, *why = one["body"] if isinstance(one["body"], list) else [one["body"]]
        assert all(reason["purpose"] == "classifying" for reason in why)
        assert body.get("id") or (body["type"] == "TextualBody" and body["value"])
        for target in targets(one):
            assert target["type"] == "SpecificResource"
            assert target["source"]["id"]
            *_, quote = target["selector"]
            assert (quote["type"], bool(quote["exact"])) == ("TextQuoteSelector", True)
            for place in target["selector"][:-1]:
                assert place["type"] == "TextPositionSelector"
                assert place["end"] - place["start"] == len(quote["exact"])
    return found


def targets(annotation: dict[str, Any]) -> list[dict[str, Any]]:
    target = annotation["target"]
    return target if isinstance(target, list) else [target]


def test_a_citance_links_a_place_of_an_article_to_the_work():
    first = collection(frog_row())["first"]["items"][0]
    assert first["motivation"] == "linking"
    assert first["body"] == {
        "id": "https://doi.org/10.5555/frogs",
        "type": "Text",
        "label": "Zork 2004. Frogs & toads: 5% awake",
    }
    assert first["target"] == {
        "type": "SpecificResource",
        "source": {
            "id": "https://pubmed.ncbi.nlm.nih.gov/900/",
            "type": "Text",
            "label": "Pond life",
        },
        "selector": [
            {"type": "TextPositionSelector", "start": 5, "end": 5 + len(ONE)},
            {
                "type": "TextQuoteSelector",
                "exact": ONE,
                "prefix": "Aim.\n",
                "suffix": " We agree.",
            },
        ],
    }


def test_a_class_tags_the_words_of_all_citances():
    *_, frogs, awake = collection(frog_row())["first"]["items"]
    assert [one["body"]["value"] for one in (frogs, awake)] == ["frogs", "awake"]
    assert {one["motivation"] for one in (frogs, awake)} == {"tagging"}
    assert [one["source"]["id"] for one in targets(frogs)] == [
        "https://pubmed.ncbi.nlm.nih.gov/900/",
        "./b.txt",
        "https://pubmed.ncbi.nlm.nih.gov/900/",
    ]


def test_positions_and_quotes_select_the_same_characters():
    texts = {"https://pubmed.ncbi.nlm.nih.gov/900/": ARTICLE, "./b.txt": TWO}
    for one in collection(frog_row())["first"]["items"]:
        for target in targets(one):
            text = texts[target["source"]["id"]]
            place, quote = target["selector"]
            assert text[place["start"] : place["end"]] == quote["exact"]
            assert text[: place["start"]].endswith(quote.get("prefix", ""))
            assert text[place["end"] :].startswith(quote.get("suffix", ""))


def test_a_citance_of_nobody_knows_where_is_a_text_of_its_own():
    row = {"cited": {"key": "frogs"}, "citances": [{"id": "c/1", "text": "Frogs \U0001f438 hop."}]}
    (only,) = collection(row)["first"]["items"]
    assert only["body"] == {
        "type": "TextualBody",
        "purpose": "linking",
        "format": "text/plain",
        "value": "frogs",
    }
    assert only["target"]["source"]["id"] == "./c%2F1"
    assert only["target"]["selector"][0] == {"type": "TextPositionSelector", "start": 0, "end": 12}


def test_without_a_place_there_is_the_quote():
    row = {"cited": {"key": "k"}, "citances": [{"text": "Frogs hop.", "source": "a:b"}]}
    (only,) = collection(row)["first"]["items"]
    assert only["target"]["selector"] == [{"type": "TextQuoteSelector", "exact": "Frogs hop."}]
    assert only["target"]["source"]["id"] == "./a%3Ab"


def test_the_same_rows_have_the_same_names_and_empty_ones_are_a_collection():
    assert collection(frog_row()) == collection(frog_row())
    assert collection()["total"] == 0


# --- why it is cited -------------------------------------------------------------------------


def reasons(**more: Any) -> list[str]:
    """The property of CiTO of each citance, "" for none."""
    looked = {"kind": "finding", "comparing": []}
    items = collection(frog_row(**looked | more))["first"]["items"][:3]
    return [
        one["body"][1]["source"].removeprefix("http://purl.org/spar/cito/")
        if isinstance(one["body"], list)
        else ""
        for one in items
    ]


def differs(place: int, who: str) -> dict[str, Any]:
    return {"place": place, "start": 0, "end": 4, "who": who, "probability": 0.9}


def test_an_author_who_differs_disagrees_and_a_third_work_says_nothing_of_the_article():
    assert reasons(differing=[differs(1, "author")], statements=[]) == ["", "disagreesWith", ""]
    assert reasons(differing=[differs(1, "third")], statements=[]) == ["", "", ""]
    first, second, _ = collection(frog_row(differing=[differs(1, "author")]))["first"]["items"][:3]
    assert first["motivation"] == "linking"
    assert second["motivation"] == ["linking", "classifying"]
    assert second["body"] == [
        first["body"],
        {
            "type": "SpecificResource",
            "purpose": "classifying",
            "source": "http://purl.org/spar/cito/disagreesWith",
        },
    ]


def test_sentences_of_a_statement_are_for_information_where_nothing_speaks_against_it():
    for_information = ["citesForInformation", "", "citesForInformation"]
    assert reasons(differing=[]) == for_information
    for unsure in (
        {"comparing": None},  # nobody looked
        {"kind": "method"},
        {"kind": None},
        {"statements": [{"places": [2, 0], "contrary": [
            {"kind": "number", "place": 1, "start": 0, "end": 4}]}]},
        {"comparing": [differs(0, "author"), differs(2, "third")]},
        {"odd": [{"place": place, "probability": 0.1} for place in (0, 2)]},
        {"directions": [{"agent": "a", "target": "b", "sides": [
            {"says": "raises", "places": [0]}, {"says": "lowers", "places": [2]}]}]},
    ):  # fmt: skip
        assert reasons(differing=[], **unsure) == ["", "", ""], unsure
    assert reasons(differing=[differs(0, "author")]) == ["disagreesWith", "", "citesForInformation"]


def test_what_is_done_in_methods_is_not_for_information():
    row = frog_row(kind="finding", comparing=[])
    row["citances"][0]["section"] = "Materials and methods"
    bodies = [one["body"] for one in collection(row)["first"]["items"][:3]]
    assert [isinstance(body, list) for body in bodies] == [False, False, True]
