"""Cited works and citing articles in CSL-JSON and BibTeX: each once, valid, as they were given."""

import json
import re
from typing import Any

import jsonschema
import pytest
from bibtex_reading import people, printed, read_bibtex
from export_rows import FROGS, frog_row
from hypothesis import given
from hypothesis import strategies as st
from report_rows import work

from spacy_citalign.app.report.exports.bibtex import bibtex_text, escaped
from spacy_citalign.app.report.exports.csl import csl_text
from spacy_citalign.app.report.exports.references import Bibliography, Reference, address_of
from spacy_citalign.schema import Article

TYPES = """
article article-journal article-magazine article-newspaper bill book broadcast chapter classic
collection dataset document entry entry-dictionary entry-encyclopedia event figure graphic hearing
interview legal_case legislation manuscript map motion_picture musical_score pamphlet
paper-conference patent performance periodical personal_communication post post-weblog regulation
report review review-book software song speech standard thesis treaty webpage
""".split()
STRINGS = """
citation-key language abstract annote archive archive_collection archive_location archive-place
authority call-number citation-label collection-title container-title container-title-short DOI
edition event-place genre ISBN ISSN jurisdiction keyword medium note number original-title PMCID
PMID publisher publisher-place references reviewed-title section source status title title-short
URL version volume-title
""".split()
NAME = {
    "type": "object",
    "properties": {
        name: {"type": "string"}
        for name in ("family", "given", "dropping-particle", "non-dropping-particle", "literal")
    },
    "additionalProperties": False,
}
DATE = {
    "type": "object",
    "properties": {
        "date-parts": {
            "type": "array",
            "items": {
                "type": "array",
                "items": {"type": ["string", "number"]},
                "minItems": 1,
                "maxItems": 3,
            },
            "minItems": 1,
            "maxItems": 2,
        },
        "literal": {"type": "string"},
        "raw": {"type": "string"},
    },
    "additionalProperties": False,
}
SCHEMA: dict[str, Any] = {
    "type": "array",
    "items": {
        "type": "object",
        "properties": {
            "id": {"type": ["string", "number"]},
            "type": {"type": "string", "enum": TYPES},
            "author": {"type": "array", "items": NAME},
            "issued": DATE,
            **{name: {"type": "string"} for name in STRINGS},
        },
        "required": ["type", "id"],
        "additionalProperties": False,
    },
}


def references(*rows: dict[str, Any]) -> list[Reference]:
    bibliography = Bibliography()
    for row in rows:
        bibliography.add(work(row))
    return bibliography.references()


def of_work(**work: Any) -> Reference:
    (found,) = references({"cited": {"key": "k", **work}, "citances": ["Frogs."]})
    return found


def csl(*rows: dict[str, Any]) -> list[dict[str, Any]]:
    items = json.loads(csl_text(references(*rows)))
    jsonschema.validate(items, SCHEMA)
    assert len({item["id"] for item in items}) == len(items)
    return items


def test_a_bibliography_in_csl():
    frogs, own, other = csl(frog_row())
    assert frogs == {
        "id": "zork2004frogs",
        "type": "article-journal",
        "author": [{"family": "Zork", "given": "A. B."}, {"literal": "Frog Consortium"}],
        "issued": {"date-parts": [[2004]]},
        "title": "Frogs & toads: 5% awake",
        "container-title": "J_Ponds",
        "DOI": "10.5555/frogs",
        "keyword": "cited",
    }
    assert (own["id"], own["PMID"], own["keyword"]) == ("lake2010pond", "900", "citing")
    assert own["container-title"] == "Annals of Ponds"
    assert other["issued"] == {"literal": "in press"}
    assert other["author"] == [{"family": "Yan"}]


def test_a_bibliography_in_bibtex():
    assert bibtex_text(references(frog_row())).split("\n\n")[0] == (
        "@article{zork2004frogs,\n"
        "  author = {Zork, A. B. and {Frog Consortium}},\n"
        "  title = {{Frogs \\& toads: 5\\% awake}},\n"
        "  journal = {J\\_Ponds},\n"
        "  year = {2004},\n"
        "  doi = {10.5555/frogs},\n"
        "  keywords = {cited}\n"
        "}"
    )


def test_an_article_that_is_cited_itself_is_one_entry():
    row = frog_row()
    cited = {"cited": {"key": "pmid:900", "pmid": "900"}, "citances": [{"text": "Ponds [1]."}]}
    for rows in ((row, cited), (cited, row)):
        (own,) = [one for one in references(*rows) if one.identifiers.get("pmid") == "900"]
        assert set(own.roles) == {"cited", "citing"}
        assert (own.title, own.source) == ("Pond life", "Annals of Ponds")


def test_articles_of_which_a_name_is_all_that_is_known_are_no_entries():
    row = {"cited": {"key": "k"}, "citances": [{"text": "Frogs.", "source": "pond.txt"}]}
    (only,) = references(row)
    assert (only.roles, only.note, only.title) == (("cited",), "k", "")


@pytest.mark.parametrize(
    ("work", "kind", "csl_type", "entry"),
    [
        ({"title": "Frogs", "source": "Ponds"}, "article", "article-journal", "article"),
        ({"title": "Frogs", "source": "Frogs"}, "book", "book", "book"),
        ({"title": "Frogs", "arxiv": "2001.01234"}, "preprint", "article", "misc"),
        ({"title": "Frogs"}, "other", "document", "misc"),
    ],
)
def test_what_kind_of_work_it_is(work, kind, csl_type, entry):
    found = of_work(**work)
    assert found.kind == kind
    assert json.loads(csl_text([found]))[0]["type"] == csl_type
    assert bibtex_text([found]).startswith(f"@{entry}{{")


def test_a_preprint_says_where_it_is():
    found = of_work(title="Frogs", arxiv="hep-th/9901001")
    (item,) = json.loads(csl_text([found]))
    assert (item["archive"], item["archive_location"]) == ("arXiv", "hep-th/9901001")
    assert "eprint = {hep-th/9901001},\n  archiveprefix = {arXiv}" in bibtex_text([found])


def test_a_work_without_title_has_the_text_of_its_reference():
    assert of_work(text="Zork. Frogs,\n unpublished 2004.").note == "Zork. Frogs, unpublished 2004."


def test_a_retracted_work_says_so_in_its_note():
    found = of_work(title="Frogs", retracted={"date": "2015-03-09"})
    assert "note = {Retracted 2015-03-09}" in bibtex_text([found])
    assert json.loads(csl_text([found]))[0]["note"] == "Retracted 2015-03-09"
    concern = {"nature": "Expression of concern"}
    assert of_work(text="Zork.", retracted=concern).note == "Zork.; Expression of concern"


def test_keys_differ():
    works = [{"key": f"k{n}", "first_author": "Zork", "year": "2004", "title": f"The frog {n}",
              "pmid": str(n)} for n in range(3)]  # fmt: skip
    works += [{"key": "x", "first_author": "Zork", "year": "2004", "title": "Frogx2"}]
    works += [{"key": "无", "title": "青蛙"}, {"key": "无无", "title": "青蛙青"}]
    rows = [{"cited": work, "citances": ["Frogs."]} for work in works]
    assert [one.key for one in references(*rows)] == [
        *("zork2004frog", "zork2004frogx2", "zork2004frogx3", "zork2004frogx2x2", "work", "workx2")
    ]
    assert len(read_bibtex(bibtex_text(references(*rows)))) == 6
    csl(*rows)


@pytest.mark.parametrize(
    ("name", "initials", "written"),
    [
        ("Zork", "AB", "Zork, A. B."),
        ("Zork", "", "Zork"),
        ("van der Mup", "C", "van der Mup, C."),
        ("van der Mup", "", "{van der Mup}"),
        ("O'Neil-Müller", "Ł", "O'Neil-Müller, Ł."),
        ("Frog and Toad Society", "", "{Frog and Toad Society}"),
        ("Frogs, Toads", "A", "{Frogs, Toads}, A."),
        ("R&D {Team}", "", r"{R\&D \textbraceleft{}Team\textbraceright{}}"),
    ],
)
def test_names_are_taken_apart_as_they_were_given(name, initials, written):
    work = of_work(title="T", authors=[name, "Lee"], initials=[initials, "X"])
    ((_, fields),) = read_bibtex(bibtex_text([work])).values()
    assert people(fields["author"]) == [written, "Lee, X."]


@pytest.mark.parametrize("doi", ["10.5555/a_b%c", "10.5555/{a", "10.5555/x<1>2.0.co;2-#"])
def test_identifiers_stay_links(doi):
    ((_, fields),) = read_bibtex(bibtex_text([of_work(title="T", doi=doi)])).values()
    assert fields["doi"] == doi.replace("{", "%7B")


COMMAND = r"\input{/etc/passwd}\write18{rm}^^5cinput"


@pytest.mark.parametrize("kind", ["doi", "pmid", "pmcid", "arxiv"])
@pytest.mark.parametrize("begin", ["", "10.5555/a", "900", "PMC900", "2001.01234"])
@pytest.mark.parametrize("end", ["", "1"])
def test_identifiers_hold_no_commands(kind, begin, end):
    work = of_work(title="T", **{kind: begin + COMMAND + end})
    assert not re.search(r"[\\^]", bibtex_text([work]))
    is_one = (kind, begin) == ("doi", "10.5555/a")
    assert list(work.identifiers) == ["doi"] * is_one
    item = json.loads(csl_text([work]))[0]
    assert ("DOI" in item) is is_one
    assert not {"PMID", "PMCID", "archive_location"} & item.keys()


@pytest.mark.parametrize(
    ("kind", "value"),
    [("doi", "10.5555/a b"), ("doi", "none"), ("pmid", "x1"), ("pmcid", "900"), ("arxiv", "hep")],
)
def test_what_is_no_identifier_is_left_out(kind, value):
    assert of_work(title="T", **{kind: value}).identifiers == {}


@given(st.sampled_from(["doi", "pmid", "pmcid", "arxiv"]), st.text(), st.booleans())
def test_no_identifier_has_what_tex_takes_for_a_command(kind, value, prefixed):
    value = f"10.5555/{value}" if prefixed else value
    work = {"key": "k", "title": "T", kind: value}
    text = bibtex_text(references({"cited": work, "citances": ["Frogs."]}))
    assert not set("\\^~") & set(text)
    read_bibtex(text)


TEXT = st.text(st.sampled_from("aZ é\\{}$&#_%~^\"',@=\n\t0"), max_size=20)


@given(TEXT, TEXT, TEXT, TEXT)
def test_every_text_stands_in_bibtex_and_in_csl(title, author, year, source):
    work = {"key": "k", "title": title, "authors": [author], "year": year, "source": source}
    row = {"cited": work, "citances": ["Frogs."]}
    ((_, fields),) = read_bibtex(bibtex_text(references(row))).values()
    assert printed(fields.get("title", "")) == " ".join(title.split())
    assert printed(fields.get("author", "")) == " ".join(author.split())
    csl(row)


@given(TEXT)
def test_escaped_text_is_printed_as_it_was(text):
    assert printed(escaped(text)) == text


def test_an_address_is_that_of_the_surest_identifier():
    assert address_of(Article(**FROGS)) == "https://doi.org/10.5555/frogs"
    assert address_of(Article(doi="10.1/<a>b c")) == "https://doi.org/10.1/%3Ca%3Eb%20c"
    assert address_of(Article(pmid=7)) == "https://pubmed.ncbi.nlm.nih.gov/7/"
    assert address_of(Article(arxiv="2001.01234")) == "https://arxiv.org/abs/2001.01234"
