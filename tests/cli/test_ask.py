"""`citalign ask`: a work of a library, or words of its sentences."""

import json
import re
import subprocess
import sys

import pytest
from align_runs import FACTORY, save
from contract_cases import trained_bytes
from jats_files import citing, jats, section
from report_runs import COMPONENTS, KEYS, make_articles
from typer.testing import CliRunner

from spacy_citalign import Library
from spacy_citalign.cli import app
from spacy_citalign.schema import WorkAnswer


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory):
    """Finds sentences and aligns."""
    folder = tmp_path_factory.mktemp("ask") / "pipeline"
    return save(folder, trained_bytes(FACTORY), before=COMPONENTS)


@pytest.fixture(scope="module")
def library(tmp_path_factory, pipeline):
    """Three articles that cite three works and two; an answer is kept."""
    folder = tmp_path_factory.mktemp("ask")
    articles = make_articles(folder / "articles")
    efts = {"r1": ("Yan", "2004", "Efts", "")}
    body = section("Results", citing("r1", "Efts walk slowly <b>on</b> stones."))
    (articles / "zoo.xml").write_bytes(jats(body, pmid="999", references=efts))
    with Library(folder / "library", setup=pipeline) as made:
        made.add(articles, n_process=1)
        made.ask(KEYS[0])
    return folder / "library"


def ask(pipeline, *arguments):
    result = CliRunner().invoke(app, ["ask", *map(str, arguments), "--pipeline", pipeline])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_answer_is_printed_with_the_key(pipeline, library):
    result = ask(pipeline, library, "PMID", "11")
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0].startswith("Yan 2004, Frogs awake: 4 sentences of 2 articles")
    assert lines[-1].strip() == KEYS[0]


def test_row_is_one_of_the_schema(pipeline, library):
    result = ask(pipeline, library, KEYS[1], "--json")
    answer = WorkAnswer.model_validate_json(result.stdout)
    assert (answer.cited.key, answer.articles, len(answer.citances)) == (KEYS[1], 2, 4)
    assert json.loads(result.stdout)["schema"] == 1


def test_page_is_that_of_the_work(pipeline, library, tmp_path):
    page = tmp_path / "page.html"
    result = ask(pipeline, library, "newts", "--html", page)
    assert result.exit_code == 0, result.output
    text = page.read_text(encoding="utf-8")
    assert "What is said of Ott 2001, Newts" in text
    assert f"From {library.name}, 3 articles." in text
    assert text.count("<article") == 1


def test_sentences_stand_for_statements_where_there_are_none(pipeline, library):
    result = ask(pipeline, library, "yan 2004 efts", "--evidence")
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0] == "Yan 2004, Efts: 1 sentence of 1 article"
    assert lines[-3:] == [
        "999, Results",
        "  Efts walk slowly on stones [1].",
        "    yan 2004 efts",
    ]
    assert "its own article is not in the library" in result.stderr


def test_works_that_a_name_fits_are_listed_and_nothing_is_answered(pipeline, library):
    result = ask(pipeline, library, "Yan", "2004")
    assert (result.exit_code, result.stdout) == (2, "")
    lines = result.stderr.splitlines()
    assert lines[0] == f"{KEYS[0]}: 4 sentences of 2 articles"
    assert lines[2] == "yan 2004 efts: 1 sentence of 1 article"
    assert "fits these works" in lines[-1]


def test_sentences_with_words_are_shown_with_their_works(pipeline, library):
    result = ask(pipeline, library, "--words", "efts walking")
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines() == [
        "999, Results",
        "  Efts walk slowly on stones [1].",
        "    cites yan 2004 efts, Yan 2004, Efts",
        "",
        "The works that most of such sentences cite:",
        "  1 sentence: yan 2004 efts, Yan 2004, Efts",
    ]


def test_sentences_are_rows_in_json(pipeline, library):
    result = ask(pipeline, library, "--words", "efts", "--json")
    (row,) = map(json.loads, result.stdout.splitlines())
    assert row["citance"]["text"] == "Efts walk slowly on stones [1]."
    assert row["citance"]["article"]["pmid"] == "999"
    assert [one["cited"]["key"] for one in row["works"]] == ["yan 2004 efts"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "give a work, or words of sentences"),
        (["frogs", "--words", "frogs"], "give a work, or words of sentences"),
        (["--words", "frogs", "--html", "page.html"], "--html is the page of a work"),
        (["frogs", "--html", "page.txt"], "must end in .html"),
        (["zork"], "no work 'zork' is cited"),
    ],
)
def test_what_cannot_be_answered_is_said(pipeline, library, arguments, message):
    result = ask(pipeline, library, *arguments)
    assert result.exit_code == 2
    assert message in result.stderr


def test_words_that_no_sentence_has_are_no_error(pipeline, library):
    result = ask(pipeline, library, "--words", "zork \x1b[31m")
    assert result.exit_code == 0
    assert "no citing sentence" in result.stderr
    assert "\x1b" not in result.output


def test_kept_answer_loads_neither_spacy_nor_numpy(pipeline, library):
    code = (
        "import sys; from spacy_citalign.cli import app\n"
        f"app(['ask', {str(library)!r}, '11', '--pipeline', {str(pipeline)!r}], "
        "standalone_mode=False)\n"
        "print([name for name in ('spacy', 'numpy', 'scipy', 'jinja2') if name in sys.modules])"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert run.stdout.splitlines()[-1] == "[]"
    assert re.match("Yan 2004, Frogs awake: 4 sentences", run.stdout)
