"""LaTeXML's HTML: what is read of references, in all the ways that styles print them."""

import pytest

from spacy_citalign.inputs.formats.latexml.reader import read_latexml
from spacy_citalign.inputs.formats.latexml.references import first_surname
from tests.inputs.latexml_files import bibitem, bibliography, latexml, para


def work(label, *blocks):
    """What is told of a reference."""
    return read_latexml(latexml(references=bibliography([(label, blocks)]))).works[0]


def native(kind: str, text: str) -> str:
    return f'<span class="ltx_text ltx_bib_{kind}">{text}</span>'


IN_BLOCKS = [
    # The label and the blocks; label, first author, year, title.
    ("[12]", ["Ann Lee, Bo Ott, and Cy E Yan.", "Frogs awake.", "J. Frogs, 3:1998–2003, 2004."],
     ("12", "Lee", "2004", "Frogs awake")),
    ("Lee et al. (2004a)", ["Ann Lee and Bo Ott. 2004a.", "Frogs awake.", "<em>Ponds</em>, 1999."],
     ("Lee et al. (2004a)", "Lee", "2004", "Frogs awake")),
    ("de la Cruz and Ott (1999)", ["M. de la Cruz and B. Ott.", "Toads.", "Ponds."],
     ("de la Cruz and Ott (1999)", "de la Cruz", "1999", "Toads")),
    ("[LO04]", ["A. Lee and B. Ott.", "Frogs awake.", "arXiv preprint arXiv:1706.03762."],
     ("LO04", "Lee", "", "Frogs awake")),
    ("Lee (2004)", ["Lee, A.", "2004.", "Frogs awake.", "Ponds."],
     ("Lee (2004)", "Lee", "2004", "Frogs awake")),
    ("[3]", ["A. Lee.", "In Proc. of Ponds, 2004."], ("3", "Lee", "2004", "")),
    ("[4]", ["A. Lee.", "“Frogs awake,” 2004."], ("4", "Lee", "2004", "Frogs awake")),
    # All in one block.
    ("[5]", ["A. Lee and B. Ott, “Frogs awake,” <em>J. Frogs</em>, vol. 3, 2004."],
     ("5", "Lee", "2004", "Frogs awake")),
    ("[6]", ["Lee, A., &amp; Ott, B. (2004). Frogs awake. <em>J. Frogs</em>, 3."],
     ("6", "Lee", "2004", "Frogs awake")),
    ("[7]", ["A. Lee. Frogs awake. Ponds, 2004."], ("7", "Lee", "2004", "")),
    ("[8]", ["Lee A, Ott B. Frogs awake. Ponds 2004;3:1-9."], ("8", "Lee", "2004", "")),
    ("undef", ["Frogs awake"], ("undef", "awake", "", "")),
    ("", [], ("", "", "", "")),
    ("[2001]", ["A. Lee.", "Frogs."], ("2001", "Lee", "", "Frogs")),
]  # fmt: skip


@pytest.mark.parametrize(("label", "blocks", "expected"), IN_BLOCKS, ids=range(len(IN_BLOCKS)))
def test_printed_references(label, blocks, expected):
    found = work(label, *blocks)
    assert (found.label, found.first_author, found.year, found.title) == expected
    assert found.id == "bib.bib1"


def test_references_that_latexml_made_of_bibtex():
    link_to = '<a class="ltx_bib_external" href="https://doi.org/10.5555/ABC">Document</a>'
    found = work(
        "A. Lee and B. Ott (2004)",
        native("author", "A. Lee and B. Ott") + native("year", " (2004)"),
        native("title", "Frogs: 1999 and on") + ".",
        f"In {native('inbook', 'Ponds')}, {native('editor', 'C. Yan (Ed.)')},",
        f"External Links: {native('links', link_to)}",
        '<span class="ltx_bib_cited">Cited by: <a href="#S1">§1</a></span>',
    )
    assert found._replace(id="", number=0) == (
        *("", 0, "A. Lee and B. Ott (2004)", "10.5555/abc", "", "", "", "Lee", "2004"),
        *("Frogs: 1999 and on", "Ponds"),
        "A. Lee and B. Ott (2004) Frogs: 1999 and on. In Ponds, C. Yan (Ed.),",
        *(("Lee", "Ott"), ("A", "B"), ()),
    )


@pytest.mark.parametrize(
    ("block", "ids"),
    [
        ('<a href="https://doi.org/10.5555/Frog.">doi</a>', {"doi": "10.5555/frog"}),
        ('<a href="https://arxiv.org/abs/2001.01234v3">it</a>', {"arxiv": "2001.01234"}),
        ('<a href="https://doi.org/10.48550/arXiv.2001.01234">it</a>', {"arxiv": "2001.01234"}),
        ("arXiv preprint arXiv:1706.03762, 2017.", {"arxiv": "1706.03762"}),
        (
            'PMID: 77. <a href="https://doi.org/10.5555/a">doi: 10.5555/b</a>',
            {"doi": "10.5555/a", "pmid": "77"},
        ),
        ('<a href="https://a.example/10.5555/a">it</a>', {}),
    ],
)
def test_identifiers(block, ids):
    found = work("[1]", "A. Lee.", "Frogs.", block)
    assert {
        name: getattr(found, name)
        for name in ("doi", "pmid", "pmcid", "arxiv")
        if getattr(found, name)
    } == ids


def test_labels_tell_the_works_of_a_range():
    """BibTeX sorts the list by name, and numbers it by citation: ids and labels differ."""
    listed = "".join(
        bibitem(number, f"[{label}]", [f"A. Lee{number}."])
        for number, label in ((9, 1), (5, 2), (7, 3))
    )
    references = (
        f'<section class="ltx_bibliography"><ul class="ltx_biblist">{listed}</ul></section>'
    )
    body = para("Frogs <cite>[<9:1>–<7:3>]</cite> hop.")
    article = read_latexml(latexml(body, references=references))
    assert [article.works[one.work].id for one in article.citations] == [
        *("bib.bib9", "bib.bib5", "bib.bib7")
    ]


def test_entries_without_an_id_are_works_that_no_mark_names():
    references = bibliography().replace('<li id="bib.bib2"', "<li")
    body = para("Frogs <cite>[<1>, <2>]</cite>.")
    article = read_latexml(latexml(body, references=references))
    assert len(article.works) == 5
    assert article.unresolved == ("bib.bib2",)
    assert article.works[1].first_author == "Lee"


def test_several_lists():
    more = bibliography([("[1]", ["A. Mup.", "Eels."])]).replace("bib.bib", "bib2.bib")
    body = para('<a href="#bib2.bib1">[1]</a> <cite>[<1>]</cite>')
    article = read_latexml(latexml(body, references=bibliography() + more))
    assert [article.works[one.work].number for one in article.citations] == [6, 1]


@pytest.mark.parametrize(
    ("names", "surname"),
    [
        ("A. Zork and B. Lee", "Zork"),
        ("A.-B. C. Zork, B. Lee", "Zork"),
        ("Zork, A. B., Lee, B.", "Zork"),
        ("Zork, A", "Zork"),
        ("Zork A, Lee B", "Zork"),
        ("Zork AB.", "Zork"),
        ("Anna Zork, Bo Lee, and Cy Ott.", "Zork"),
        ("Anna van der Zork", "van der Zork"),
        ("van der Zork, A. and Lee, B.", "van der Zork"),
        ("A. de Zork", "de Zork"),
        ("Anna Zork-Lee et al.", "Zork-Lee"),
        ("Anna O'Zork", "O'Zork"),
        ("Anna Zörk1,2", "Zörk"),
        ("Anna Zork\u2020", "Zork"),
        ("A. Zork. Frogs awake. Ponds.", "Zork"),
        ("OpenPond", "OpenPond"),
        ("李 明", "明"),
        ("", ""),
        ("???", ""),
        (", . ; A.", ""),
        ("A. " * 500, "A"),
        (f"A. zork {'B. ' * 60}c", "c"),
    ],
)
def test_the_first_of_several_people(names, surname):
    assert first_surname(names) == surname
