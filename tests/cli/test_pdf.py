"""PDFs on the command line: in folders and archives, beside markup of the same article, in runs."""

import gzip
import io
import json
import re
import tarfile
from zipfile import ZipFile

import pytest
from cli_files import rows
from harvest_runs import save_pipeline
from jats_files import citing, jats, section
from pdf_files import POND_DOI, POND_TITLE, Text, pdf, pond_pages, pond_pdf
from typer.testing import CliRunner

from spacy_citalign.cli import app

SCAN = pdf([Text(60, 60, "12")])
CITES_POND = (
    "1. Brandt A, Lind B: Warm ponds and the calls of frogs in the early spring. Pond Life 2014, "
    f"5:12. doi:{POND_DOI}",
    "2. Ott O: Toads asleep in cold ponds under ice. Ponds 1999, 3:1-9.",
    "3. Mup M, Yan Y: Newts that swim in rivers. Rivers 2001, 7:100-110.",
)


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory):
    return save_pipeline(tmp_path_factory.mktemp("pipeline") / "p")


@pytest.fixture
def run(pipeline):
    def run(command, *args, status=0, stdin=None):
        arguments = [command, *map(str, args), "--pipeline", pipeline]
        result = CliRunner().invoke(app, arguments, input=stdin)
        assert result.exit_code == status, result.output
        return result

    return run


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "articles"
    folder.mkdir()
    return folder


@pytest.fixture
def out(tmp_path):
    return tmp_path / "out.jsonl"


def works_of(out):
    """The cited works by first author, with their citing sentences."""
    return {
        row["cited"]["first_author"]: [one["text"] for one in row["citances"]] for row in rows(out)
    }


POND_WORKS = {
    "Zork": [
        "Frogs awake early when the water of a pond is warm [1].",
        "Warm ponds have more calls than cold ones, as was shown before [1].",
    ],
    "Ott": ["Toads sleep longer than frogs do in the same ponds [2,3]."],
    "Mup": ["Toads sleep longer than frogs do in the same ponds [2,3]."],
}


def zipped(members):
    content = io.BytesIO()
    with ZipFile(content, "w") as archive:
        for name, member in members.items():
            archive.writestr(name, member)
    return content.getvalue()


def tarred(members):
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w:gz") as archive:
        for name, member in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(member)
            archive.addfile(info, io.BytesIO(member))
    return content.getvalue()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("pond.pdf", pond_pdf()),
        ("pond", pond_pdf()),  # whatever it is called
        ("pond.pdf.gz", gzip.compress(pond_pdf())),
        ("all.zip", zipped({"deep/pond.pdf": pond_pdf()})),
        ("all.tar.gz", tarred({"pond.pdf": pond_pdf()})),
    ],
)
def test_pdfs_are_read_wherever_they_are(run, folder, out, name, content):
    (folder / name).write_bytes(content)
    result = run("citances", folder, "-o", out)
    assert works_of(out) == POND_WORKS
    assert "1 article, 0 failed; 4 citations" in result.stderr
    (citing_article,) = {one["source"] for row in rows(out) for one in row["citances"]}
    assert citing_article == POND_DOI


def test_standard_input(run, out):
    run("citances", "-", "-o", out, stdin=pond_pdf())
    assert works_of(out) == POND_WORKS


def test_what_cannot_be_read_is_told_and_the_others_go_on(run, folder, out):
    (folder / "a.pdf").write_bytes(pond_pdf())
    (folder / "locked.pdf").write_bytes(pdf(*pond_pages(), user="secret"))
    (folder / "scan.pdf").write_bytes(SCAN)
    (folder / "cut.pdf").write_bytes(pond_pdf()[:300])
    result = run("citances", folder, "-o", out, status=1)
    assert works_of(out) == POND_WORKS
    assert "4 articles, 3 failed" in result.stderr
    for message in (
        "locked.pdf: this PDF cannot be read: it is encrypted",
        "scan.pdf is a PDF without text: a scan",
        "cut.pdf: this PDF cannot be read: it is damaged",
    ):
        assert message in result.stderr


def test_what_was_not_found_is_told(run, folder, out):
    (folder / "letter.pdf").write_bytes(pond_pdf(references=(), doi=""))
    (folder / "b.pdf").write_bytes(pond_pdf(doi="10.5555/b", title="Of newts and their ways"))
    result = run("citances", folder, "-o", out)
    said = "1 PDF without a list of references that could be read: "
    assert f"{said}{folder / 'letter.pdf'}" in result.stderr


def test_pages_that_are_lost_are_told(run, folder, out):
    (folder / "a.pdf").write_bytes(pdf(*pond_pages(), lost=2))
    result = run("citances", folder, "-o", out)
    assert works_of(out) == POND_WORKS
    said = "1 PDF without some of its pages, which are damaged: "
    assert f"{said}{folder / 'a.pdf'}" in result.stderr


def test_rows_of_annotate_have_the_text(run, folder, out):
    (folder / "pond.pdf").write_bytes(pond_pdf())
    (folder / "scan.pdf").write_bytes(SCAN)
    run("annotate", folder, "-o", out, "--format", "pdf", "--n-process", 1, status=1)
    pond, scan = rows(out)
    assert pond["source"] == f"{folder / 'pond.pdf'}"
    assert pond["id"] == POND_DOI
    assert pond["text"].startswith(POND_TITLE)
    assert scan["error"].startswith("is a PDF without text: a scan")


def test_a_run_is_not_done_again(run, folder, out):
    for number in range(3):
        (folder / f"{number}.pdf").write_bytes(pond_pdf(doi=f"10.5555/{number}"))
    first = run("annotate", folder, "-o", out, "--n-process", 1)
    content = out.read_bytes()
    assert "3 records read, 3 annotated" in first.stderr
    again = run("annotate", folder, "-o", out, "--n-process", 1)
    assert out.read_bytes() == content
    assert "nothing to do" in again.stderr.lower() or "3 annotated" in again.stderr


@pytest.mark.slow
def test_processes_find_the_same(run, folder, tmp_path):
    for number in range(6):
        (folder / f"{number}.pdf").write_bytes(pond_pdf(doi=f"10.5555/{number}"))
    (folder / "scan.pdf").write_bytes(SCAN)
    outputs = []
    for count in (1, 2):
        out = tmp_path / f"{count}.jsonl"
        run("citances", folder, "-o", out, "--n-process", count, status=1)
        outputs.append(out.read_bytes())
    assert outputs[0] == outputs[1]


# --- an article as PDF and otherwise ---------------------------------------------------------


def same_as_jats(title=POND_TITLE, ids="", citances=("Frogs woke in the ponds.",)):
    """Markup of the article of ``pond_pdf``, with a citation for each sentence."""
    content = jats(section("Aim", *(citing("r1", one) for one in citances)), pmid="77", title=title)
    about = b'<pub-date pub-type="ppub"><year>2014</year></pub-date>'
    if ids:
        about += f'<article-id pub-id-type="doi">{ids}</article-id>'.encode()
    return content.replace(b"</article-meta>", about + b"</article-meta>")


@pytest.mark.parametrize("names", [("a.pdf", "b.xml"), ("b.pdf", "a.xml")])
@pytest.mark.parametrize(
    ("markup", "parts"),
    [
        (same_as_jats(ids=POND_DOI), {}),  # the same DOI
        (same_as_jats(), {"doi": ""}),  # title and year
        # A letter is lost in the PDF.
        (same_as_jats(), {"doi": "", "title": POND_TITLE.replace("frogs", "frgs")}),
        (same_as_jats(), {}),  # the markup has a PMID, the PDF a DOI
    ],
)
def test_an_article_as_pdf_and_as_jats_counts_once(run, folder, out, names, markup, parts):
    as_pdf, as_jats = (folder / name for name in names)
    as_pdf.write_bytes(pond_pdf(**parts))
    as_jats.write_bytes(markup)
    result = run("citances", folder, "-o", out)
    assert f"{as_pdf} is the same article as {as_jats}, left out" in result.stderr
    assert "2 articles, 0 failed, 1 given twice; 1 citation" in result.stderr
    assert works_of(out) == {"Yan": ["Frogs woke in the ponds [1]."]}


def test_markup_without_citations_gives_way(run, folder, out):
    (folder / "a.pdf").write_bytes(pond_pdf())
    (folder / "a.xml").write_bytes(same_as_jats(ids=POND_DOI, citances=()))
    result = run("citances", folder, "-o", out)
    assert f"{folder / 'a.xml'} is the same article as {folder / 'a.pdf'}" in result.stderr
    assert works_of(out) == POND_WORKS


@pytest.mark.parametrize(
    ("markup", "parts"),
    [
        (same_as_jats(ids="10.5555/other"), {}),  # DOIs differ
        (same_as_jats(title="Cold lakes and the silence of toads in late autumn"), {}),
        (same_as_jats(title="Editorial"), {"doi": "", "title": "Editorial"}),
    ],
)
def test_other_articles_are_kept(run, folder, out, markup, parts):
    (folder / "a.pdf").write_bytes(pond_pdf(**parts))
    (folder / "b.xml").write_bytes(markup)
    result = run("citances", folder, "-o", out)
    assert "the same article" not in result.stderr
    assert "2 articles, 0 failed; 5 citations" in result.stderr


def test_the_doi_of_a_work_that_it_cites_is_not_its_own(run, folder, out):
    (folder / "a.pdf").write_bytes(pond_pdf(title="Of newts and their ways in a dry summer"))
    markup = same_as_jats(ids=POND_DOI).replace(b"<year>2014</year>", b"<year>2003</year>")
    (folder / "b.xml").write_bytes(markup)
    result = run("citances", folder, "-o", out)
    assert "2 articles, 0 failed; 5 citations" in result.stderr


# --- the cited article -----------------------------------------------------------------------


def results_of_pages():
    """Results of more than a page, with what is cited of them at the end."""
    filler = " ".join(f"In pond {number} the water was clear." for number in range(150))
    return f"{filler} We found that warm ponds have far more calls of frogs than cold ones."


@pytest.fixture
def cited(folder):
    """A folder with an article, and two that cite it."""
    (folder / "cited article.pdf").write_bytes(pond_pdf(results=results_of_pages()))
    for number in range(2):
        text = "Warm ponds have more calls of frogs than cold ones [1]."
        parts = {"doi": f"10.5555/c{number}", "title": f"Of newts and their ways, part {number}"}
        pages = pond_pages(results=text, references=CITES_POND, **parts)
        (folder / f"citing{number}.pdf").write_bytes(pdf(*pages))
    return folder


def report(folder):
    page = folder.parent / "page.html"
    result = CliRunner().invoke(app, ["report", str(folder), "-o", str(page), "--evidence"])
    assert result.exit_code == 0, result.output
    with page.with_suffix(".jsonl").open(encoding="utf-8") as lines:
        (row,) = [row for row in map(json.loads, lines) if row["cited"].get("doi") == POND_DOI]
    return row, page.read_text(encoding="utf-8")


def test_the_link_leads_to_the_page_of_the_pdf(cited):
    row, page = report(cited)
    assert row["cited"]["article"]["file"] == "articles/cited article.pdf"
    places = [place for one in row["citances"] for place in one["evidence"]]
    (number,) = {place["page"] for place in places if "far more calls" in place["text"]}
    assert number > 1
    assert f'href="articles/cited%20article.pdf#page={number}"' in page
    assert re.search(rf"Results, page {number}\b", page)


@pytest.mark.slow
def test_in_an_archive_the_page_is_said(cited):
    with ZipFile(cited / "all.zip", "w") as archive:
        for path in cited.glob("*.pdf"):
            archive.write(path, path.name)
            path.unlink()
    row, page = report(cited)
    assert "file" not in row["cited"]["article"]
    assert "#page=" not in page
    assert re.search(r"Results, page \d", page)


@pytest.mark.slow
def test_evidence_prints_the_page(cited):
    (cited / "cited article.pdf").rename(cited.parent / "cited.pdf")
    arguments = ["evidence", str(cited), "--cited", str(cited.parent / "cited.pdf")]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    assert re.search(r"Results, page \d", result.stdout)
