"""Situations in articles that readers of them get wrong, and what comes out here."""

import json

import pytest
from cli_files import rows

ARTICLE = """<article><front><article-meta><title-group><article-title>Marsh</article-title>
</title-group></article-meta></front><body>{}</body><back>{}<ref-list>{}</ref-list></back></article>
"""
CITATION = """<element-citation><person-group><name><surname>{}</surname>
<given-names>{}</given-names></name></person-group><article-title>{}</article-title><year>{}</year></element-citation>"""
ORLOVA = CITATION.format("Orlova", "A", "Salt glands of marsh grass", "2011")
PETTY = CITATION.format("Petty", "B", "Isotopes in marsh soils", "2014")
QUIST = CITATION.format("Quist", "C", "Root exudates of marsh grass", "2015")
BARE = "<citation>Orlova A. Salt glands of marsh grass. J Marsh 2011; 3: 1-9.</citation>"


def reference(number, citation):
    return f'<ref id="B{number}"><label>{number}</label>{citation}</ref>'


def cite(number, text=""):
    return f'<xref ref-type="bibr" rid="B{number}">{text or number}</xref>'


def article(body, *citations, back=""):
    listed = "".join(reference(n, one) for n, one in enumerate(citations, start=1))
    return ARTICLE.format(body, back, listed)


@pytest.fixture
def read(run_citances, tmp_path):
    """Return the sentences of each work by first author, and what was told."""

    def of(*contents, options=(), suffix=".xml"):
        out, paths = tmp_path / "out.jsonl", []
        for number, content in enumerate(contents):
            paths.append(tmp_path / f"a{number}{suffix}")
            paths[-1].write_text(content)
        result = run_citances(*paths, "-o", out, *options)
        assert result.exit_code == 0, result.output
        found = {
            row["cited"].get("first_author", row["cited"]["key"]): [
                (one["text"], one.get("paragraph_kind")) for one in row["citances"]
            ]
            for row in rows(out)
        }
        out.unlink()
        return found, result.stderr

    return of


# --- where paragraphs stand --------------------------------------------------------------------

PLACES = article(
    f"<p>Loose [{cite(1)}].</p><sec><title>A</title><sec><title>B</title><p>Deep [{cite(2)}].</p>"
    f"</sec><list><list-item><p>Listed [{cite(3)}].</p></list-item></list><boxed-text>"
    f"<p>Boxed [{cite(1)}].</p></boxed-text><fig><caption><p>Caption [{cite(2)}].</p></caption>"
    f"</fig><table-wrap><table><tr><td>Cell [{cite(3)}]</td></tr></table><table-wrap-foot><fn>"
    f"<p>Foot [{cite(1)}].</p></fn></table-wrap-foot></table-wrap></sec>",
    ORLOVA,
    PETTY,
    QUIST,
    back=f"<fn-group><fn><p>End note [{cite(2)}].</p></fn></fn-group>"
    f"<app-group><app><title>App</title><p>Appendix [{cite(3)}].</p></app></app-group>",
)


def test_captions_cells_and_feet_of_tables_are_left_out_and_counted(read):
    found, told = read(PLACES)
    assert found == {
        "Orlova": [("Loose [1].", None), ("Boxed [1].", None)],
        "Petty": [("Deep [2].", None), ("End note [2].", "note")],
        "Quist": [("Listed [3].", None), ("Appendix [3].", None)],
    }
    assert "3 citations left out: 1 in captions, 2 in tables; --captions and --tables" in told


@pytest.mark.parametrize(
    ("options", "more", "left_out"),
    [
        (["--captions"], {("Caption [2].", "caption")}, "2 citations left out: 2 in tables;"),
        (
            ["--tables"],
            {("Cell [3]", "table"), ("Foot [1].", "table")},
            "1 citation left out: 1 in captions;",
        ),
        (
            ["--captions", "--tables"],
            {("Caption [2].", "caption"), ("Cell [3]", "table"), ("Foot [1].", "table")},
            "",
        ),
    ],
)
def test_they_are_citing_sentences_of_their_kind_on_request(read, options, more, left_out):
    plain, _ = read(PLACES)
    found, told = read(PLACES, options=options)
    everything = {one for citances in found.values() for one in citances}
    assert everything - {one for citances in plain.values() for one in citances} == more
    assert left_out in told
    assert ("left out" in told) == bool(left_out)


# --- marks -------------------------------------------------------------------------------------


def test_a_range_cites_what_is_between(read):
    body = (
        f"<p>Marshes store carbon [{cite(1)}\u2013{cite(3)}]. They do so<sup>{cite(1)}\u2013"
        f"{cite(3)}</sup>. And again [{cite(1, '1-3')}].</p>"
    )
    found, _ = read(article(body, ORLOVA, PETTY, QUIST))
    assert {name: len(citances) for name, citances in found.items()} == dict.fromkeys(
        ("Orlova", "Petty", "Quist"), 3
    )


def test_two_ids_in_one_mark_and_an_id_without_entry(read):
    two = '<xref ref-type="bibr" rid="B1 B2">1, 2</xref>'
    found, told = read(article(f"<p>Both [{two}]. Lost [{cite(9)}].</p>", ORLOVA, PETTY))
    assert found == {"Orlova": [("Both [1, 2].", None)], "Petty": [("Both [1, 2].", None)]}
    assert "1 mark of citation without a reference in the article's list, left out" in told


def test_letters_tell_works_of_a_year_apart(read):
    other = CITATION.format("Orlova", "A", "Salt glands of dune grass", "2011b")
    body = f"<p>Marsh ({cite(1, 'Orlova, 2011a')}). Dune ({cite(2, '2011b')}).</p>"
    _, told = read(article(body, ORLOVA.replace("2011", "2011a"), other))
    assert "2 citations in 2 citances; 2 works" in told


def test_a_compound_reference_is_several_works(read):
    found, _ = read(article(f"<p>Both [{cite(1)}].</p>", f"{ORLOVA}{PETTY}"))
    assert list(found) == ["Orlova", "Petty"]


def test_s2orc_with_a_mark_without_entry(read):
    spans = [
        {"start": 6, "end": 20, "text": "(Orlova, 2011)", "ref_id": "BIBREF0"},
        {"start": 26, "end": 39, "text": "(Petty, 2014)", "ref_id": "BIBREF7"},
    ]
    text = "Salt, (Orlova, 2011), and (Petty, 2014)."
    entry = {"title": "Salt glands", "authors": [{"first": "A", "last": "Orlova"}], "year": 2011}
    found, told = read(
        json.dumps(
            {"paper_id": "s1", "title": "Marsh", "authors": [], "bib_entries": {"BIBREF0": entry}}
            | {"body_text": [{"text": text, "section": "A", "cite_spans": spans}]}
        ),
        suffix=".json",
    )
    assert found == {"Orlova": [(text, None)]}
    assert "1 mark of citation without a reference" in told


# --- references --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "citation",
    [BARE, BARE.replace("citation", "mixed-citation"), BARE.replace("2011", "<year>2011</year>")],
)
def test_a_bare_reference_has_author_and_year_and_no_title_and_is_told(
    run_citances, citation, tmp_path
):
    path, out = tmp_path / "a.xml", tmp_path / "out.jsonl"
    path.write_text(article(f"<p>Glands [{cite(1)}].</p>", citation))
    told = run_citances(path, "-o", out).stderr
    (row,) = rows(out)
    assert (row["cited"]["first_author"], row["cited"]["year"]) == ("Orlova", "2011")
    assert "title" not in row["cited"]
    assert row["cited"]["text"].startswith("Orlova A. Salt glands")
    assert "1 reference whose title is not marked up, told from others by all the words" in told


def test_surnames_with_particles_and_without_are_of_one_work(read):
    tides = "Tides and marsh grass", "2009"
    body = f"<p>Tides [{cite(1)}] and dunes [{cite(2)}] {{}}.</p>"
    first = article(
        body.format("rise"),
        CITATION.format("van der Meer", "J", *tides),
        CITATION.format("O\u2019Shea", "J", "Tides and dunes", "2010"),
    )
    second = article(
        body.format("fall"),
        CITATION.format("Meer", "J van der", *tides),
        CITATION.format("O'Shea", "J", "Tides and dunes", "2010"),
    )
    found, _ = read(first, second)
    assert [len(citances) for citances in found.values()] == [2, 2]


def test_a_list_of_references_names_works_and_cites_nothing(read):
    body = "Marsh grass excretes salt [1]. Isotopes date the soil [2].\n\n"
    entries = (
        "[1] A. Orlova. Salt glands. J. Marsh, 2011.\n[2] B. Petty. Isotopes. J. Marsh, 2014.\n"
    )
    found, told = read(body + entries, suffix=".txt")
    assert found == {
        "Orlova": [("Marsh grass excretes salt [1].", None)],
        "Petty": [("Isotopes date the soil [2].", None)],
    }
    assert "lists of references" not in told
    assert read(f"{body}References\n{entries}", suffix=".txt") == (found, told)


def test_a_list_of_references_that_no_mark_names_is_counted(read):
    body = "Marsh grass excretes salt (Quist 1999).\n\n"
    entries = (
        "[1] A. Orlova. Salt glands. J. Marsh, 2011.\n[2] B. Petty. Isotopes. J. Marsh, 2014.\n"
    )
    found, told = read(body + entries, suffix=".txt")
    assert list(found) == ["Quist"]
    assert "2 entries of lists of references in plain text left out" in told
