"""`citalign citances`: from articles of all kinds to groups of citing sentences, nothing lost."""

import json
from zipfile import ZipFile

import pytest
from align_runs import FACTORY, save
from cli_files import rows
from contract_cases import trained_bytes
from harvest_runs import make_articles
from jats_files import cite, citing, jats, section
from tei_files import div, ref, tei
from typer.testing import CliRunner

from spacy_citalign.cli import app
from spacy_citalign.row_files import read_groups

LEFT_OUT = "2 citations left out: 1 in captions, 1 in tables; --captions and --tables read these\n"


@pytest.fixture
def folder(tmp_path):
    return make_articles(tmp_path / "articles")


@pytest.fixture
def out(tmp_path):
    return tmp_path / "out.jsonl"


def found(path):
    """The works with the citances of each."""
    return {row["cited"]["key"]: [one["text"] for one in row["citances"]] for row in rows(path)}


# --- the file --------------------------------------------------------------------------------


def test_citances_are_grouped_across_articles(run_citances, folder, out):
    result = run_citances(folder, "-o", out)
    assert result.exit_code == 0, result.output
    assert result.stdout == ""
    counts = "3 articles, 0 failed; 6 citations in 6 citances; 4 works"
    assert result.stderr == f"{LEFT_OUT}{counts} -> {out}\n"
    assert found(out) == {
        "doi:10.5555/f": ["In May frogs sing [1].", "Frogs hop [1]."],
        "pond.txt#7": ["Toads snore [7].", "Toads are loud [7]."],
        "doi:10.5555/t": ["Toads sleep [2]."],
        "ott 2001": ["Newts swim (Ott, 2001)."],
    }


def test_rows_say_what_is_known(run_citances, folder, out):
    run_citances(folder, "-o", out)
    row = rows(out)[0]
    assert row["cited"] == {
        "key": "doi:10.5555/f",
        "doi": "10.5555/f",
        "pmid": "11",
        "first_author": "Yan",
        "authors": ["Yan"],
        "year": "2004",
        "title": "Frogs awake",
    }
    assert row["citances"][1] == {
        "id": "900:18",
        "source": "900",
        "section": "Results",
        "start": 18,
        "end": 32,
        "article": {"title": "Pond life", "pmid": "900"},
        "prefix": "Pond life\nResults\n",
        "suffix": " Toads sleep [2].",
        "text": "Frogs hop [1].",
        "citations": [{"start": 11, "end": 12, "cites": True}],
    }


@pytest.mark.slow
def test_file_is_read_by_the_reader_and_by_align(run_citances, folder, out, tmp_path):
    run_citances(folder, "-o", out)
    groups = list(read_groups(out))
    assert [group.key for group in groups] == list(found(out))
    assert groups[0].citances[1].source == "900"
    model = trained_bytes(FACTORY)
    aligned = tmp_path / "aligned.jsonl"
    args = ["align", out, "-o", aligned, "--pipeline", save(tmp_path / "aligner", model)]
    result = CliRunner().invoke(app, list(map(str, args)))
    assert result.exit_code == 0, result.output
    for before, after in zip(rows(out), rows(aligned), strict=True):
        assert after["cited"] == before["cited"]
        for given, one in zip(before["citances"], after["citances"], strict=True):
            assert one | given == one


def test_captions_and_tables_are_read_on_request(run_citances, folder, out):
    picture, cell = "Frogs in a picture [1].", "Frogs in a cell [1]."
    for options, more in (
        ([], set()),
        (["--captions"], {picture}),
        (["--tables"], {cell}),
        (["--captions", "--tables"], {picture, cell}),
    ):
        run_citances(folder, "-o", out, *options)
        assert {picture, cell} & set(found(out)["doi:10.5555/f"]) == more


def test_tei_and_archives_are_read_like_jats(run_citances, folder, tmp_path, out):
    text = tei(div("Results", f"Frogs hop {ref(1, '[1]')}."))
    with ZipFile(folder / "more.zip", "w") as archive:
        archive.writestr("four.tei.xml", text)
        archive.writestr("four.png", b"\x89PNG")
    result = run_citances(folder, "-o", out)
    assert result.exit_code == 0
    sources = {one["source"] for row in rows(out) for one in row["citances"]}
    assert "10.5555/own" in sources
    assert "4 articles, 0 failed, 1 (1 image) left out; " in result.stderr


def test_what_is_left_out_is_named_on_request(run_citances, folder, out):
    (folder / "a.png").write_bytes(b"\x89PNG")
    assert "a.png" not in run_citances(folder, "-o", out).stderr
    out.unlink()
    result = run_citances(folder, "-o", out, "--list-skipped")
    assert f"{folder / 'a.png'} is an image, which has no text" in result.stderr
    assert result.exit_code == 0


def test_an_article_that_is_given_twice_counts_once(run_citances, folder, tmp_path, out):
    alone = run_citances(folder, "-o", out)
    once = out.read_bytes()
    (folder / "again.xml").write_bytes((folder / "one.xml").read_bytes())
    (folder / "pond2.txt").write_text((folder / "pond.txt").read_text())
    out.unlink()
    result = run_citances(folder, "-o", out)
    assert {len(row["citances"]) for row in rows(out)} == {
        len(json.loads(line)["citances"]) for line in once.splitlines()
    }
    assert "5 articles, 0 failed, 2 given twice; " in result.stderr
    again, one = folder / "again.xml", folder / "one.xml"
    assert f"{one} is the same article as {again}, left out" in result.stderr
    counts = alone.stderr.partition("0 failed; ")[2].partition(" -> ")[0]
    assert counts in result.stderr


def test_the_version_with_more_citations_is_taken(run_citances, folder, tmp_path, out):
    few = section("Results", citing("r1", "Frogs hop."))
    for name in ("0.xml", "zz.xml"):
        (folder / name).write_bytes(jats(few))
    run_citances(folder, "-o", out)
    assert "Toads sleep [2]." in {c["text"] for row in rows(out) for c in row["citances"]}


def test_anything_is_text_if_asked_for(run_citances, tmp_path, out):
    (tmp_path / "pond.dat").write_text("Frogs hop (Ott, 2001).")
    refused = run_citances(tmp_path / "pond.dat", "-o", out)
    assert refused.exit_code == 1
    assert "or say --format text" in refused.stderr
    out.unlink()
    assert run_citances(tmp_path / "pond.dat", "-o", out, "--format", "text").exit_code == 0
    assert len(rows(out)) == 1


def test_standard_input(run_citances, folder, out):
    result = run_citances("-", "-o", out, stdin=(folder / "one.xml").read_bytes())
    assert result.exit_code == 0
    assert {one["source"] for row in rows(out) for one in row["citances"]} == {"900"}


def test_small_groups_are_left_out(run_citances, folder, out):
    result = run_citances(folder, "-o", out, "--min-citances", "2")
    assert list(found(out)) == ["doi:10.5555/f", "pond.txt#7"]
    assert "; 2 works of 2 citances or more -> " in result.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "10.5555/f",
        "10.5555/F",
        "https://doi.org/10.5555/f",
        "HTTP://DX.DOI.ORG/10.5555/F",
        "doi:10.5555/f",
        "DOI: 10.5555/f ",
        "11",
        "PMID: 11",
    ],
)
def test_one_work_by_any_of_its_names(run_citances, folder, out, name):
    result = run_citances(folder, "-o", out, "--cited", name)
    assert result.exit_code == 0
    assert list(found(out)) == ["doi:10.5555/f"]
    assert len(result.stderr.removeprefix(LEFT_OUT).splitlines()) == 1


def test_marks_without_a_reference_are_counted(run_citances, tmp_path, out):
    article = tmp_path / "a.xml"
    body = f"Frogs hop [{cite('r1', '1')},{cite('r77', '77')}]."
    article.write_bytes(jats(section("Results", body)))
    result = run_citances(article, "-o", out)
    assert "1 mark of citation without a reference" in result.stderr
    assert found(out) == {"pmid:11": ["Frogs hop [1,77]."]}


WRONG_PMID = '<pub-id pub-id-type="pmid">11</pub-id>'


def test_references_with_the_identifier_of_another_work_are_told(run_citances, tmp_path, out):
    """In one article, and in different ones."""
    works = {
        "r1": ("Yan", "2017", "Frogs awake in spring", WRONG_PMID),
        "r2": ("Lee", "2017", "Toads asleep under leaves", WRONG_PMID),
        "r3": ("Ott", "2017", "Courtship of newts", WRONG_PMID),
    }
    two = f"{citing('r1', 'Frogs hop.')} {citing('r2', 'Toads rest.')}"
    one = f"{citing('r1', 'Frogs sing.')} {citing('r3', 'Newts swim.')}"
    for pmid, body in (("901", two), ("902", one)):
        article = jats(section("Results", body), pmid=pmid, references=works)
        (tmp_path / f"{pmid}.xml").write_bytes(article)
    result = run_citances(tmp_path, "-o", out)
    assert (
        "2 references with an identifier of a work of another title or DOI, kept apart from it"
    ) in result.stderr
    assert found(out) == {
        "pmid:11": ["Frogs hop [1].", "Frogs sing [1]."],
        "lee 2017 toads asleep under leaves": ["Toads rest [2]."],
        "ott 2017 courtship of newts": ["Newts swim [3]."],
    }


def test_particles_and_apostrophes_of_surnames_do_not_part_works(run_citances, tmp_path, out):
    for pmid, first, second in (("901", "van der Meer", "O\u2019Shea"), ("902", "Meer", "O'Shea")):
        works = {
            "r1": (first, "2009", "Tides and marsh grass", ""),
            "r2": (second, "2010", "Tides and dunes", ""),
        }
        body = f"{citing('r1', 'Grass bends.')} {citing('r2', 'Dunes wander.')}"
        article = jats(section("Results", body), pmid=pmid, references=works)
        (tmp_path / f"{pmid}.xml").write_bytes(article)
    run_citances(tmp_path, "-o", out)
    assert found(out) == {
        "van der meer 2009 tides and marsh grass": ["Grass bends [1]."] * 2,
        "o shea 2010 tides and dunes": ["Dunes wander [2]."] * 2,
    }


def test_references_of_words_alone_are_told_and_not_merged(run_citances, tmp_path, out):
    entries = "".join(
        f'<ref id="B{number}"><citation>Lake A. {title}. J Ponds 2011; 3: 1-9.</citation></ref>'
        for number, title in enumerate(("Salt of ponds", "Mud of ponds"), start=1)
    )
    body = "".join(
        f'<p>{text} [<xref ref-type="bibr" rid="B{number}">{number}</xref>].</p>'
        for number, text in enumerate(("Salt rises", "Mud sinks"), start=1)
    )
    (tmp_path / "a.xml").write_text(
        f"<article><body>{body}</body><back><ref-list>{entries}</ref-list></back></article>"
    )
    result = run_citances(tmp_path / "a.xml", "-o", out)
    assert [(row["cited"]["first_author"], row["cited"]["year"]) for row in rows(out)] == [
        ("Lake", "2011"),
        ("Lake", "2011"),
    ]
    assert "2 references whose title is not marked up, told from others by all" in result.stderr


def test_works_that_are_not_there_are_said(run_citances, folder, out):
    names = ["--cited", "10.5555/t", "--cited", "10.5555/none", "--cited", "Ott 2001"]
    result = run_citances(folder, "-o", out, *names, "-q")
    assert list(found(out)) == ["doi:10.5555/t", "ott 2001"]
    assert result.stderr == "no work '10.5555/none' was found\n"
    result = run_citances(folder, "-o", out, *names, "-q", "--min-citances", "2")
    assert found(out) == {}
    assert "no work 'Ott 2001' of 2 citances or more was found" in result.stderr


def test_quiet_says_nothing_if_all_is_well(run_citances, folder, out):
    result = run_citances(folder, "-o", out, "--quiet")
    assert (result.exit_code, result.output) == (0, "")


def test_mark_in_a_sentence_of_several_works(run_citances, tmp_path, out):
    both = f"Frogs hop and toads sleep [{cite('r1', '1')},{cite('r2', '2')}]."
    (tmp_path / "a.xml").write_bytes(jats(section("Results", both)))
    run_citances(tmp_path / "a.xml", "-o", out)
    marks = [row["citances"][0]["citations"] for row in rows(out)]
    assert [[mark["cites"] for mark in one] for one in marks] == [[True, False], [False, True]]


# --- the table -------------------------------------------------------------------------------


def test_works_are_listed_without_an_output(run_citances, folder):
    result = run_citances(folder)
    assert result.stdout.splitlines() == [
        " articles citances  work",
        "        2        2  Yan 2004, Frogs awake",
        "        1        2  pond.txt#7",
        "        1        1  Lee 1999, Toads asleep",
        "        1        1  Ott 2001",
    ]
    counts = "3 articles, 0 failed; 6 citations in 6 citances; 4 works"
    assert result.stderr == f"{LEFT_OUT}{counts}\n"


def test_table_is_harmless_and_as_wide_as_the_terminal(run_citances, tmp_path, monkeypatch):
    title = "Frogs\u202e \x9b2J " + "and toads " * 30
    references = {"r1": ("Yan", "2004", title, "")}
    body = section("Results", citing("r1", "Frogs hop."))
    (tmp_path / "a.xml").write_bytes(jats(body, references=references))
    for width in (40, 100):
        monkeypatch.setenv("COLUMNS", str(width))
        *_, line = run_citances(tmp_path).stdout.splitlines()
        assert line.startswith("        1        1  Yan 2004, Frogs")
        assert len(line) == width
        assert line.endswith("...")


def test_long_lists_are_cut(run_citances, tmp_path):
    (tmp_path / "a.txt").write_text(" ".join(f"Frog {n} hops [{n}]." for n in range(1, 34)))
    lines = run_citances(tmp_path).stdout.splitlines()
    assert len(lines) == 1 + 30 + 1
    assert lines[-1].strip() == "... and 3 more; write all with --output"
