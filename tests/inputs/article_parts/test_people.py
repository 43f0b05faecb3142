"""Who wrote articles and the works they cite, in all formats: all in order, with their initials."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jats_files import jats
from tei_files import ABOUT, REFERENCES, bibl, tei

from spacy_citalign.inputs.article_parts.people import (
    MAX_AUTHORS,
    Person,
    authors_of,
    initials_of,
    person_of,
)
from spacy_citalign.inputs.articles import CitedWork
from spacy_citalign.inputs.formats.jats.reader import read_jats
from spacy_citalign.inputs.formats.latexml import references as names
from spacy_citalign.inputs.formats.latexml.reader import read_latexml
from spacy_citalign.inputs.formats.latexml.references import first_surname, people_in
from spacy_citalign.inputs.formats.s2orc.entries import authors_in
from spacy_citalign.inputs.formats.s2orc.reader import read_s2orc
from spacy_citalign.inputs.formats.tei.reader import read_tei
from tests.inputs.latexml_files import bibliography, latexml
from tests.inputs.s2orc_files import bulk, s2orc_2020

LAKE_AND_POND = (("Lake", "Pond"), ("AB", "C"))


def named(given: str, surname: str, tag: str = "name") -> str:
    return f"<{tag}><surname>{surname}</surname><given-names>{given}</given-names></{tag}>"


LAKE, POND = named("Ada B.", "Lake"), named("C", "Pond")


def people(work) -> tuple:
    assert work.first_author == (work.authors or ("",))[0]
    return work.authors, work.initials


# --- JATS ------------------------------------------------------------------------------------


def jats_work(citation: str) -> CitedWork:
    whole = jats("<p>Frogs.</p>", references={"r1": ("Yan", "2004", "Frogs", "")})
    old = b"<person-group><name><surname>Yan</surname></name></person-group>"
    assert old in whole
    return read_jats(whole.replace(old, citation.encode())).works[0]


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (f"<person-group>{LAKE}{POND}<etal/></person-group>", LAKE_AND_POND),
        (LAKE + POND, LAKE_AND_POND),
        (f"<person-group person-group-type='editor'>{POND}</person-group>{LAKE}",
         (("Lake",), ("AB",))),
        (f"<person-group person-group-type='editor'>{LAKE}{POND}</person-group>", LAKE_AND_POND),
        (f"{LAKE}<collab>The Frog <italic>Consortium</italic></collab>",
         (("Lake", "The Frog Consortium"), ("AB", ""))),
        ("<string-name>Ada Lake</string-name>", (("Ada Lake",), ())),
        (f"<name><surname/></name>{POND}", (("Pond",), ("C",))),
        # The same person twice, in two scripts.
        (f"<name-alternatives>{LAKE}{named('阿', '湖')}</name-alternatives>{POND}", LAKE_AND_POND),
        # Members of a group are no authors of their own.
        (f"<collab>Frog Club<contrib-group><contrib>{LAKE}</contrib></contrib-group></collab>",
         (("Frog Club",), ())),
        ("", ((), ())),
    ],
)  # fmt: skip
def test_people_of_references_in_jats(written: str, expected: tuple) -> None:
    assert people(jats_work(written)) == expected


def test_alternatives_of_a_citation_name_people_once() -> None:
    whole = jats("<p>Frogs.</p>", references={"r1": ("Yan", "2004", "Frogs", "")}).decode()
    begin, end = whole.index("<element-citation>"), whole.index("</ref>")
    twice = "".join(
        f"<{tag}><person-group>{LAKE}{POND}</person-group></{tag}>"
        for tag in ("element-citation", "mixed-citation")
    )
    whole = f"{whole[:begin]}<citation-alternatives>{twice}</citation-alternatives>{whole[end:]}"
    assert people(read_jats(whole.encode()).works[0]) == LAKE_AND_POND


def test_authors_of_an_article_in_jats() -> None:
    contributors = "".join(
        f"<contrib{kind}>{name}<aff>Pond University</aff></contrib>"
        for kind, name in [
            (' contrib-type="editor"', named("Ed", "Ed")),
            (' contrib-type="author"', LAKE),
            ("", POND),
        ]
    )
    front = f"<article-meta><contrib-group>{contributors}</contrib-group>".encode()
    article = read_jats(jats("<p>Frogs.</p>").replace(b"<article-meta>", front))
    assert people(article) == LAKE_AND_POND


# --- TEI -------------------------------------------------------------------------------------


def in_tei(given: str, surname: str, tag: str = "author") -> str:
    forenames = "".join(f"<forename>{name}</forename>" for name in given.split())
    return f"<{tag}><persName>{forenames}<surname>{surname}</surname></persName></{tag}>"


TWO = in_tei("Ada B", "Lake") + in_tei("C", "Pond")


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (f"<analytic>{TWO}</analytic>", LAKE_AND_POND),
        # The book has authors of its own.
        (f"<analytic>{TWO}</analytic><monogr>{in_tei('E', 'Ed')}</monogr>", LAKE_AND_POND),
        (f"<monogr>{TWO}</monogr>", LAKE_AND_POND),
        (f"<monogr>{in_tei('E', 'Ed', 'editor')}</monogr>", (("Ed",), ("E",))),
        (f"<analytic><author><orgName>Frog Club</orgName></author>{in_tei('C', 'Pond')}</analytic>",
         (("Frog Club", "Pond"), ("", "C"))),
        ("<analytic><author><affiliation>Pond University</affiliation></author></analytic>",
         ((), ())),
    ],
)  # fmt: skip
def test_people_in_tei(written: str, expected: tuple) -> None:
    whole = tei(references=REFERENCES[:1])
    entry = f'<biblStruct xml:id="b0">{written}</biblStruct>'
    found = read_tei(whole.replace(bibl(0, REFERENCES[0]).encode(), entry.encode())).works[0]
    assert people(found) == expected
    assert people(read_tei(whole.replace(ABOUT.encode(), written.encode()))) == expected


# --- S2ORC and its kin -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ([{"first": "Ada", "middle": ["B."], "last": "Lake"}, {"first": "C", "last": "Pond"}],
         LAKE_AND_POND),
        ([{"given": "Ada B", "family": "Lake"}, {"name": "C Pond"}], LAKE_AND_POND),
        ([["Lake", "Ada B.", ""], ["Pond", "C", ""]], LAKE_AND_POND),
        (["Ada B. Lake", "C. Pond"], LAKE_AND_POND),
        (["Lake AB", "Pond, C"], LAKE_AND_POND),
        ("Ada B Lake, C Pond", LAKE_AND_POND),
        ("Ada B Lake (1), C Pond (2) ((1) Pond University, (2) Lake College)", LAKE_AND_POND),
        ("Lake, Ada B.; Pond, C.", LAKE_AND_POND),
        ("Ada B. Lake and C. Pond", LAKE_AND_POND),
        ("Lake, Jr., AB", (("Lake",), ("J",))),
        ("Lake, A., Pond, C.", (("Lake",), ("A",))),  # who is who is not told
        ("A. Lake et al.", (("Lake",), ("A",))),
        (["The Pond Consortium", "Ada van der Lake"],
         (("The Pond Consortium", "van der Lake"), ("", "A"))),
        ([{"last": ""}, 5, None, [], {"name": None}], (("5",), ())),
        ({"last": "Lake"}, ((), ())),
        (None, ((), ())),
    ],
)  # fmt: skip
def test_people_in_json(written, expected: tuple) -> None:
    assert tuple(authors_in(written))[:2] == expected
    record = s2orc_2020()
    entry = record["bib_entries"]["BIBREF0"]
    entry.pop("raw_text", None)
    entry["authors"] = record["metadata"]["authors"] = written
    article = read_s2orc(json.dumps(record).encode())
    assert (people(article.works[0]), people(article)) == (expected, expected)


def test_people_that_are_annotated_in_a_text() -> None:
    """All surnames in an entry are its authors; first names count where each has one."""
    record = bulk(strings=False)
    content = record["content"]
    entry = content["annotations"]["bibentry"][0]
    text = content["text"]
    places = [text.index(word, entry["start"]) for word in text[entry["start"] :].split()[:2]]
    last, first = (
        {"start": place, "end": place + size, "attributes": {}}
        for place, size in zip(places, (3, 1), strict=True)
    )
    content["annotations"]["bibauthorlastname"][0] = last
    content["annotations"]["bibauthorfirstname"] = [first]
    work = read_s2orc(json.dumps(record).encode()).works[0]
    assert people(work) == ((text[last["start"] : last["end"]],), (text[first["start"]],))
    content["annotations"]["bibauthorlastname"].insert(1, first)
    work = read_s2orc(json.dumps(record).encode()).works[0]
    assert (work.initials, len(work.authors)) == ((), 2)


# --- LaTeXML's HTML --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("label", "blocks", "expected"),
    [
        ("[1]", ["Ada B. Lake and C. Pond.", "Frogs.", "Ponds."], LAKE_AND_POND),
        ("[1]", ["Lake, A. B., & Pond, C. 2004.", "Frogs."], LAKE_AND_POND),
        ("[1]", ["Lake A. B., Pond C.", "Frogs."], LAKE_AND_POND),
        ("[1]", ["A. B. Lake, C. Pond, “Frogs awake,” Ponds, 2004."], LAKE_AND_POND),
        # Free text: where the names end is not told, so it is the first.
        ("[1]", ["A. Lake, C. Pond. Frogs awake. Ponds, 2004."], (("Lake",), ())),
        ("[1]", ["A. Lake et al.", "Frogs."], (("Lake",), ())),
        ("Lake and Pond (2004)", ["“Frogs,” 2004."], (("Lake", "Pond"), ())),
        ("Lake et al. (2004)", ["A. B. Lake and C. Pond.", "Frogs."], LAKE_AND_POND),
        ("Lake et al. (2004)", ["C. Pond and B. Ott.", "Frogs."], (("Lake",), ())),
        ("[1]", ["<span class='ltx_bib_author'>A. B. Lake and C. Pond</span>"], LAKE_AND_POND),
        ("", [], ((), ())),
    ],
)
def test_people_of_references_in_latexml(label: str, blocks: list[str], expected: tuple) -> None:
    written = [block.replace("&", "&amp;") for block in blocks]
    article = read_latexml(latexml(references=bibliography([(label, written)])))
    assert people(article.works[0]) == expected


@pytest.mark.parametrize(
    ("authors", "expected"),
    [
        ("Ada B. Lake</span><span class='ltx_personname'>C. Pond", LAKE_AND_POND),
        ("Ada B. Lake, C. Pond", LAKE_AND_POND),
        ("Ada B. Lake &amp; C. Pond", LAKE_AND_POND),
        # The lines below the first may be where they work.
        ("Ada B. Lake<br class='ltx_break'>Pond University", (("Lake",), ("AB",))),
    ],
)
def test_authors_of_an_article_in_latexml(authors: str, expected: tuple) -> None:
    assert people(read_latexml(latexml(authors=authors))) == expected


@given(st.text(alphabet="AZaz .,;&-'\n()é7andetl", max_size=60), st.booleans())
def test_a_list_of_names_never_fails_and_keeps_the_first(text: str, only: bool) -> None:
    found = people_in(text, only=only)
    first = first_surname(text, only=only)
    assert [person.surname for person in found[:1]] == ([first] if first else [])


GIVEN = st.sampled_from(["A. ", "A.B. ", "B.", "Ada ", "AM ", "Ada-Mo ", "Ö. ", "Dr. ", "Abcd."])
SURNAME = st.sampled_from(["Lake", "Wu", "McLake", "Lake-Pond", "van Lake", "Öre", "AB", "X"])


@given(st.lists(GIVEN, min_size=1, max_size=6).map("".join), SURNAME)
def test_usual_names_are_read_as_all_others(given: str, surname: str) -> None:
    """Most names have a quick way of their own, which says the same."""
    found = people_in(given + surname)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(names, "USUAL_NAME", re.compile(r"(?!)"))
        assert found == people_in(given + surname)


# --- all -------------------------------------------------------------------------------------


def test_no_more_than_the_first_authors_are_kept() -> None:
    crowd = [Person(f"Frog{number}", "A") for number in range(3 * MAX_AUTHORS)]
    found = authors_of(crowd)
    assert found.surnames == tuple(person.surname for person in crowd[:MAX_AUTHORS])
    assert len(found.initials) == MAX_AUTHORS == 50
    written = "".join(named("A", person.surname) for person in crowd)
    assert people(jats_work(written)) == (found.surnames, found.initials)


@pytest.mark.parametrize(
    ("given", "expected"),
    [("Ada B.", "Ada B."), (" Ada\n Maria ", "Ada Maria"), ("Jean-Luc", "Jean-Luc"),
     ("ADAM", "ADAM"), ("Wei", "Wei"), ("阿明", "阿明"), ("A. B.", ""),
     ("AB", ""), ("A.-M.", ""), ("", "")],
)  # fmt: skip
def test_full_given_names_are_kept_and_initials_are_none(given: str, expected: str) -> None:
    assert person_of("Lake", given) == Person("Lake", initials_of(given), expected)


def test_given_names_in_all_formats() -> None:
    expected = ("Ada B.", "")
    assert jats_work(LAKE + POND).given_names == expected
    front = f"<contrib-group><contrib>{LAKE}</contrib><contrib>{POND}</contrib></contrib-group>"
    whole = jats("<p>Frogs.</p>").replace(b"<article-meta>", f"<article-meta>{front}".encode())
    assert read_jats(whole).given_names == expected
    two = in_tei("Ada B.", "Lake") + in_tei("C", "Pond")
    assert read_tei(tei().replace(ABOUT.encode(), two.encode())).given_names == expected
    assert authors_in(["Ada B. Lake", "C. Pond"]).given == expected
    assert (
        authors_in([{"first": "Ada", "middle": ["B."], "last": "Lake"}, "Pond C"]).given == expected
    )
    assert tuple(person.given for person in people_in("Ada B. Lake and C. Pond")) == expected


def test_nobody() -> None:
    assert not authors_of([Person("", "A")])
    assert authors_of([]).first == ""


@pytest.mark.parametrize(
    ("given", "expected"),
    [("", ""), ("Ada-Maria", "AM"), ("ADA", "ADA"), ("A.B.", "AB"), ("Élise É", "ÉÉ"), ("7 -", ""),
     ("Anna Beata Celia Dora Eva", "ABCD"), ("zoe", "Z")],
)  # fmt: skip
def test_initials(given: str, expected: str) -> None:
    assert initials_of(given) == expected


@pytest.mark.parametrize(
    ("surname", "given", "expected"),
    [
        ("Meer", "J van der", Person("van der Meer", "J")),
        ("Meer", "J. van der", Person("van der Meer", "J")),
        ("Cruz", "Maria de la", Person("de la Cruz", "M", "Maria")),
        ("Sayed", "Ben", Person("Sayed", "B", "Ben")),  # a given name
        ("Van", "Ada Del", Person("Van", "AD", "Ada Del")),
        ("Meer", "van", Person("Meer", "V", "van")),
        ("Meer", "J et al", Person("Meer", "JEA", "J et al")),
        ("Meer", "", Person("Meer")),
        ("", "J van", Person("", "J")),
    ],
)
def test_particles_behind_given_names_are_of_the_surname(surname, given, expected) -> None:
    assert person_of(surname, given) == expected


def test_particles_behind_given_names_in_all_formats() -> None:
    assert people(jats_work(named("J van der", "Meer"))) == (("van der Meer",), ("J",))
    assert authors_in([{"first": "J", "middle": ["van", "der"], "last": "Meer"}]).surnames == (
        "van der Meer",
    )
