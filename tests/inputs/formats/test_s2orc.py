"""Full texts in JSON of all layouts: what they say of text, sections and references."""

import pytest

from spacy_citalign.inputs.file_types.by_content import begins_full_texts
from spacy_citalign.inputs.formats.s2orc.reader import layout_of, read_s2orc, s2orc_article
from tests.inputs.found import cited, paragraphs
from tests.inputs.s2orc_files import (
    CITED,
    LAYOUTS,
    TEXT,
    article_of,
    bulk,
    cite_span,
    doc2json,
    grobid_client,
    packed,
    paragraph,
    s2orc_2019,
    s2orc_2020,
    unarxive,
)


def read(record, **settings):
    return s2orc_article(record, name="a.json", **settings)


# --- layouts ---------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", LAYOUTS)
def test_all_layouts_say_the_same(layout):
    article = read_s2orc(packed(LAYOUTS[layout]()), name="a.json")
    text, marks = TEXT, CITED
    if layout == "unarXive":  # its marks have no words
        text = text.replace("Lee (1999)", "[2]").replace("[9]", "[?]")
        marks = [("[2]", 2) if mark == "Lee (1999)" else (mark, work) for mark, work in marks]
    assert article.text == text
    assert cited(article) == marks
    assert [one.implied for one in article.citations] == [False, False, False, True, True, False]
    assert len(article.unresolved) == 1
    assert paragraphs(article)[:5] == [
        ("Life of ponds", "title", ()),
        ("Frogs sleep.", "abstract", ("Abstract",)),
        ("Aim", "title", ("Aim",)),
        (text.split("\n")[3], "text", ("Aim",)),
        ("Methods", "title", ("Methods",)),
    ]
    assert (article.title, article.first_author) == ("Life of ponds", "Lake")


@pytest.mark.parametrize("layout", LAYOUTS)
def test_objects_are_left_as_they_are(layout):
    record = LAYOUTS[layout]() | {"sections": {"Aim": {"text": "Hop."}}}
    record["ref_entries"] = {"f": {"caption": "A pond.", "type": "figure"}}
    before = packed(record)
    read(record, captions=True, tables=True)
    assert packed(record) == before


@pytest.mark.parametrize("layout", LAYOUTS)
def test_references_of_all_layouts(layout):
    works = read(LAYOUTS[layout]()).works
    ids = [(one.number, one.pmid, one.doi, one.arxiv) for one in works]
    expected = [
        (1, "11", "", ""),
        (2, "", "10.5555/t", ""),
        (3, "", "", "2001.01234"),
        (4, *[""] * 3),
    ]
    assert ids == expected
    assert [(one.first_author, one.year) for one in works] == [
        ("Yan", "2004"),
        ("Lee", "1999"),
        ("Ott", "2001"),
        ("Zork", "2003"),
    ]
    if layout != "unarXive":
        assert [(one.title, one.source) for one in works[:2]] == [
            ("Frogs awake", "J Frogs"),
            ("Toads asleep", "Ponds"),
        ]
    assert all("Olms" in one.text and "2003" in one.text for one in works[3:])


@pytest.mark.parametrize("layout", [name for name in LAYOUTS if name != "GROBID JSON"])
def test_sections_with_numbers_know_what_they_are_in(layout):
    assert paragraphs(read(LAYOUTS[layout]()))[-2:] == [
        ("Ponds", "title", ("Methods", "Ponds")),
        (read(LAYOUTS[layout]()).text.split("\n")[-1], "text", ("Methods", "Ponds")),
    ]


@pytest.mark.parametrize(
    ("record", "layout"),
    [
        *[(make(), name.partition(",")[0]) for name, make in LAYOUTS.items()],
        ({"pdf_parse": None, "title": "Frogs"}, "S2ORC"),
        ({"paper_id": "1", "bib_entries": {}, "sections": {}}, "unarXive"),
        ({"body": {"text": "", "annotations": {}}, "corpusid": 1}, "S2 API"),
        ({"body_text": [], "references": []}, "GROBID JSON"),
        ({"body_text": [], "references": [], "bib_entries": {}}, "S2ORC"),
        ({"text": "Frogs.", "cite_spans": []}, None),
        ({"cited": {"doi": "10.5555/a"}, "citances": ["Frogs."]}, None),
        ({"content": "Frogs.", "annotations": []}, None),
        ({"passages": [], "infons": {}}, None),
        ({"doi": "", "publication_year": 1999, "ids": {}}, None),
        ({"body_text": "Frogs."}, None),
        ({}, None),
    ],
)
def test_layouts_are_told_by_their_keys(record, layout):
    layouts = dict.fromkeys(["S2ORC 2020", "S2ORC 2019", "doc2json"], "S2ORC")
    assert layout_of(record) == layouts.get(layout, layout)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_files_are_told_by_how_they_begin(layout):
    content = packed(LAYOUTS[layout]())
    for part in (content, content[: len(content) // 3]):
        assert begins_full_texts(part)
    others = (
        ["text"],
        ["cited", "doi", "citances", "text"],
        ["passages", "infons", "text"],
        ["schema_name", "texts", "body"],
        ["paper_id", "title", "year"],
        ["corpusid", "title", "abstract"],
    )
    assert not any(begins_full_texts(packed(dict.fromkeys(keys, 1))) for keys in others)


def test_what_the_file_says_of_the_article():
    old, new = read(s2orc_2019()), read(doc2json())
    for article in (old, new):
        assert (article.id, article.year, article.journal) == ("10.5555/own", "2011", "Pond life")
    assert paragraphs(old)[1][0] == "Frogs sleep."  # not the one of the metadata
    assert read(s2orc_2020()).id == "a.json"
    assert s2orc_article(s2orc_2020(), name="").id == "77"
    cord = read(s2orc_2020() | {"paper_id": "PMC55"})
    assert (cord.id, cord.pmcid) == ("PMC55", "PMC55")
    assert read(bulk()).doi == read(grobid_client()).doi == "10.5555/own"
    assert read(grobid_client()).year == "2011"


def test_unarxive_knows_its_arxiv_id_and_year():
    record = unarxive()
    record["metadata"]["versions"] = [{"version": "v1", "created": "Wed, 12 May 2021 18:00:01 GMT"}]
    article = read(record)
    assert (article.id, article.arxiv, article.year) == ("2105.05862", "2105.05862", "2021")
    assert article.title == "Life of ponds"


def test_placeholders_of_unarxive_become_words():
    record = unarxive()
    record["body_text"][0]["text"] = (
        "Let {{formula:f0}}  be {{cite:aa0}}, {{cite:bb1}} ({{figure:g}}, {{table:t}},\n"
        "{{section:s}}) {{other:x}}"
    )
    article = read(record)
    line = "Let FORMULA be [1], [2] (FIGREF, TABREF, SECREF) {{other:x}}"
    assert article.text.split("\n")[3] == line
    assert cited(article)[:2] == [("[1]", 1), ("[2]", 2)]


def test_ids_of_latex_become_numbers():
    text = "Frogs BIBREF2 , BIBREF0 hop BIBREF9 ."
    spans = [cite_span(6, 13, "BIBREF2", "BIBREF2"), cite_span(16, 23, "BIBREF0", "BIBREF0")]
    article = article_of(text, *spans, cite_span(28, 35, "BIBREF9", "BIBREF9"))
    assert article.text == "Frogs [3] , [1] hop [?] ."
    assert cited(article) == [("[3]", 3), ("[1]", 1)]
    assert article.unresolved == ("BIBREF9",)


def test_the_parse_with_citations_is_taken():
    record = doc2json()
    assert read(record).citations  # pdf_parse
    record["latex_parse"] = record["pdf_parse"] | {
        "body_text": record["pdf_parse"]["body_text"][:1]
    }
    assert "We looked" not in read(record).text
    for parse in ("latex_parse", "pdf_parse"):
        record[parse] = {"body_text": [paragraph(parse)], "bib_entries": {}}
    assert "pdf_parse" in read(record).text


def test_articles_without_a_body():
    assert read({"grobid_parse": None, "title": "Frogs", "abstract": "They hop."}).text == (
        "Frogs\nThey hop."
    )
    assert read({"paper_id": "1", "body_text": [], "bib_entries": {}}).text == ""


def test_sections_of_abstract_and_back_matter():
    record = s2orc_2020() | {
        "abstract": [paragraph("To see.", section="AIM"), "Frogs hop."],
        "body_text": [],
        "back_matter": [paragraph("All.", section="Thanks")],
    }
    assert paragraphs(read(record))[1:] == [
        ("AIM", "title", ("Abstract", "AIM")),
        ("To see.", "abstract", ("Abstract", "AIM")),
        ("Frogs hop.", "abstract", ("Abstract",)),
        ("Thanks", "title", ("Thanks",)),
        ("All.", "text", ("Thanks",)),
    ]


def test_sections_of_unarxive_2024_are_an_object():
    record = unarxive()
    record["sections"] = {"Aim": {"text": "Hop {{cite:bb1}}.", "cite_spans": []}, "Odd": 5}
    del record["body_text"]
    article = read(record)
    assert paragraphs(article)[2:] == [("Aim", "title", ("Aim",)), ("Hop [2].", "text", ("Aim",))]
    assert cited(article) == [("[2]", 2)]


@pytest.mark.parametrize("layout", ["S2ORC 2020", "GROBID JSON"])
def test_captions_and_tables_if_asked_for(layout):
    plain = read(LAYOUTS[layout]())
    with_captions = read(LAYOUTS[layout](), captions=True)
    assert paragraphs(with_captions) == [*paragraphs(plain), ("A pond.", "caption", ())]
    with_tables = read(LAYOUTS[layout](), tables=True)
    cells = [(text, "table", ()) for text in ("Hops.", "a & b", "c")]
    assert paragraphs(with_tables) == [*paragraphs(plain), *cells]


# --- the S2 API ------------------------------------------------------------------------------


def test_bulk_text_in_two_parts():
    record = bulk(strings=False)
    content = record.pop("content")
    names = {"bibref": "bib_ref", "sectionheader": "section_header", "bibentry": "bib_entry"}
    names |= {"bibtitle": "bib_title", "bibauthorlastname": "bib_author_last_name"}
    notes = {names.get(name, name): value for name, value in content["annotations"].items()}
    parts = {"text": content["text"], "annotations": notes}
    article = read(record | {"body": parts, "bibliography": parts, "title": "Life of ponds"})
    assert article.text == TEXT
    assert cited(article) == CITED
    assert article.works[3].title == "Olms"


def test_bulk_offsets_count_characters():
    record = bulk(strings=False)
    record["content"]["text"] = record["content"]["text"].replace("F", "\U0001f438")
    assert read(record).text == TEXT.replace("F", "\U0001f438")


@pytest.mark.parametrize("bad", [None, "[", "5", 5, {}, [5], '[{"start": "a"}]'])
def test_bulk_annotations_that_are_wrong_cost_what_they_say(bad):
    record = bulk()
    record["content"]["annotations"]["sectionheader"] = bad
    article = read(record)
    assert [kind for _, kind, _ in paragraphs(article)].count("title") == 1
    assert cited(article) == CITED


def test_bulk_marks_without_a_place_are_counted():
    record = bulk(strings=False)
    marks = record["content"]["annotations"]["bibref"]
    marks += [{"start": 9, "end": 3}, {"start": 0, "end": 10**9, "attributes": {"ref_id": "b0"}}]
    assert sorted(read(record).unresolved) == ["", "", "b0"]


def test_bulk_paragraphs_over_each_other_are_read_once():
    record = bulk(strings=False)
    size = len(record["content"]["text"])
    notes = record["content"]["annotations"]
    notes["paragraph"] += [{"start": 0, "end": size}] * 10_000
    notes["bibref"] += [{"start": size, "end": size, "attributes": {"ref_id": "b0"}}] * 10_000
    assert len(read(record).text) < 2 * size


# --- GROBID's client -------------------------------------------------------------------------


def client_of(*body, **parts):
    return grobid_client() | {"body_text": [*body]} | parts


def test_sentences_of_a_paragraph_are_joined():
    ref = {"type": "bibr", "target": "b1", "text": "[2]", "offset_start": 5, "offset_end": 8}
    sentences = [
        {"id": "p1", "text": "Frogs hop.", "refs": []},
        {"id": "p1", "text": "Some [2].", "refs": [ref]},
        {"id": "p2", "text": "More.", "refs": None},
    ]
    article = read(client_of(*sentences, level="sentence"))
    assert article.text.endswith("\nFrogs hop. Some [2].\nMore.")
    assert cited(article) == [("[2]", 2)]


def test_marks_that_are_all_given_the_first_place_are_told_apart():
    refs = [
        {"type": "bibr", "target": f"#b{n}", "text": "[2]", "offset_start": 5, "offset_end": 8}
        for n in (1, 1, 2)
    ]
    article = read(client_of({"text": "Some [2] and [2] or [2].", "refs": refs}))
    line = article.text.rindex("\n") + 1
    places = [(one.start - line, one.end - line) for one in article.citations]
    assert places == [(5, 8), (13, 16), (20, 23)]


def test_marks_of_the_abstract_have_no_place():
    refs = [{"type": "bibr", "target": "#b0", "text": "[1]"}, {"type": "figure", "text": "1A"}]
    biblio = {"abstract": [[{"text": "Frogs [1].", "refs": refs}], {"text": "1A."}]}
    article = read(client_of(biblio=biblio))
    assert article.text == "Frogs [1].\n1A."
    assert cited(article) == [("[1]", 1)]
