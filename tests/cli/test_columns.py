"""`citalign columns` with a stand-in for the tagger: what is read, shown and refused."""

import json
import re

import pytest
import spacy
from cli_files import write
from spacy.language import Language
from spacy.tokens import Doc
from typer.testing import CliRunner

from spacy_citalign.cli import app
from spacy_citalign.components.base.doc_columns import DocColumns, set_columns
from spacy_citalign.components.base.pipes import SettingsPipe
from spacy_citalign.errors import NotFittedError

COLUMNS = {"Cells": 4, "Yeast": 4, "was": 7, "divide": 9, "dividing": 9, ".": 30}
ANCHORS = (9, 30)
POISON = "poison"


def region(column):
    if column is None:
        return None
    return 2 * sum(anchor < column for anchor in ANCHORS) + (column in ANCHORS)


@Language.component("columns_test_tagger")
def tag_columns(doc: Doc) -> Doc:
    if POISON in doc.text:
        raise ValueError("this text\nis bad")
    found = [COLUMNS.get(token.text) for token in doc]
    regions = [region(column) for column in found]
    sentences = [(sentence.start, sentence.end, True) for sentence in doc.sents]
    set_columns(doc, DocColumns(found, regions, dict.fromkeys(ANCHORS, "")), sentences)
    return doc


@Language.component("columns_test_forgetful")
def forget_columns(doc: Doc) -> Doc:
    if "forget" in doc.text:
        doc.spans["columns"].attrs.clear()
    return doc


@Language.factory("columns_test_unfitted")
class Unfitted(SettingsPipe):
    """A tagger that was not trained."""

    def __init__(self, nlp: Language, name: str):
        self.name = name

    def require_fitted(self):
        raise NotFittedError(f"component {self.name!r} has no model yet")


def save(folder, *components, tagger="columns_test_tagger"):
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    if tagger:
        nlp.add_pipe(tagger, name="column_tagger")
    for name in components:
        nlp.add_pipe(name)
    nlp.to_disk(folder / "pipeline")
    return folder / "pipeline"


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    pipeline = save(tmp_path_factory.mktemp("columns"), "columns_test_forgetful")

    def run_with(*args, text=None):
        named = [] if "--pipeline" in args else ["--pipeline", pipeline]
        return CliRunner().invoke(app, ["columns", *map(str, [*args, *named])], input=text)

    return run_with


@pytest.fixture
def article(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("Cells divide. Yeast was not dividing.", encoding="utf-8")
    return path


TABLE = """\
   4      7    +    9*        30*
1  Cells  -    -    divide    .
2  Yeast  was  not  dividing  .
"""


def test_file_is_shown_as_a_table(run, article):
    result = run(article)
    assert result.exit_code == 0, result.output
    assert result.stdout == TABLE
    assert result.stderr == "2 sentences shown, 0 texts failed\n"


def test_arguments_can_be_texts(run):
    result = run("Cells divide. Yeast was not dividing.")
    assert (result.exit_code, result.stdout) == (0, TABLE)


def test_standard_input_is_read(run):
    result = run("-", text="Cells divide. Yeast was not dividing.")
    assert (result.exit_code, result.stdout) == (0, TABLE)


def test_sentences_of_several_texts_say_which(run, article, tmp_path):
    records = write(tmp_path / "b.jsonl", {"text": "Cells divide."})
    result = run(article, records, "Yeast was dividing.")
    titles = [line.split()[1] for line in result.stdout.splitlines()[1:]]
    assert titles == ["a.txt", "a.txt", "b.jsonl:1", "text"]
    assert " 4  text 3  " not in result.stdout
    assert "4  text 3     Yeast" in result.stdout


def test_lines_make_a_text_each(run, tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("Cells\nwas dividing\n", encoding="utf-8")
    assert run(path).stdout.splitlines()[1:] == ["1  Cells  was  dividing"]
    assert run(path, "--lines").stdout.splitlines()[2] == "2  a.txt:2  -      was  dividing"


def test_regions_tags_width_and_limit(run, article):
    assert run(article, "--regions").stdout.splitlines() == [
        "   0          +    1*        3*",
        "1  Cells      -    divide    .",
        "2  Yeast was  not  dividing  .",
    ]
    assert all(len(line) <= 20 for line in run(article, "--width", "20").stdout.splitlines())
    limited = run(article, "--limit", "1")
    assert limited.stdout.splitlines()[1:] == ["1  Cells  divide  ."]
    assert "1 sentence shown (there are more: --limit)" in limited.stderr


def test_tags_are_printed_on_request(run, article, tmp_path):
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    ruler = nlp.add_pipe("attribute_ruler")
    ruler.add([[{"TEXT": "Cells"}]], {"TAG": "NNS"})
    nlp.add_pipe("columns_test_tagger", name="column_tagger")
    nlp.to_disk(tmp_path / "tagged")
    result = run(article, "--tags", "--pipeline", tmp_path / "tagged")
    assert "Cells/NNS" in result.stdout


def test_page_is_written_too(run, article, tmp_path):
    page = tmp_path / "out.html"
    result = run(article, "--html", page, "--regions")
    assert result.exit_code == 0, result.output
    text = page.read_text(encoding="utf-8")
    assert re.findall(r"<bdi>([^<]*)</bdi></span>", text)[:3] == ["Cells", "divide", "."]
    assert 'title="region 0"' in text
    assert f"-> {page}" in result.stderr
    assert {path.name for path in tmp_path.iterdir()} == {"a.txt", "out.html"}
    assert result.stdout == run(article, "--regions").stdout


def test_unaligned_sentences_are_listed(run):
    result = run("Cells divide. Nobody knows")
    assert result.exit_code == 0
    assert result.stdout.endswith("1 sentence not aligned:\n2  Nobody knows\n")


def test_text_that_fails_does_not_stop_the_others(run, tmp_path):
    lines = [{"text": "Cells divide."}, {"text": POISON}, b"{", {"text": "forget"}]
    result = run(write(tmp_path / "a.jsonl", *lines, {"text": "Yeast was dividing."}))
    assert result.exit_code == 1
    problems = result.stderr.splitlines()
    assert [line.split(": ")[0][-1] for line in problems[:-1]] == ["2", "3", "4"]
    assert "ValueError: this text is bad" in problems[0]
    assert "is not JSON" in problems[1]
    assert "has no columns" in problems[2]
    assert problems[-1] == "2 sentences shown, 3 texts failed"
    assert "Yeast" in result.stdout


def test_quiet_says_errors_only(run, article):
    assert run(article, "--quiet").stderr == ""
    assert len(run(article, "has poison", "--quiet").stderr.splitlines()) == 1


def test_genes_terms_and_alignments_are_not_looked_for(run, article, tmp_path):
    # Untrained ones fail as soon as they are run.
    unused = "gene_mention_tagger", "propositional_term_extractor", "citance_aligner"
    pipeline = save(tmp_path, *unused)
    assert run(article, "--pipeline", pipeline).stdout == TABLE


# --- what is refused -------------------------------------------------------------------------


def fails(result, message):
    assert result.exit_code == 2
    assert result.stdout == ""
    assert message in result.stderr.splitlines()[-1]
    assert "Traceback" not in result.stderr


def test_pipeline_without_a_tagger_of_columns(run, article):
    message = "the pipeline 'blank:en' has no column_tagger, it has: no components; name one"
    fails(run(article, "--pipeline", "blank:en"), message)


def test_untrained_tagger(run, article, tmp_path):
    pipeline = save(tmp_path, tagger="columns_test_unfitted")
    fails(run(article, "--pipeline", pipeline), "'column_tagger' has no model yet")


def test_files_that_cannot_be_read(run, tmp_path, article):
    fails(run(tmp_path / "no.txt"), "no input file can be read")
    fails(run(tmp_path / "no such.txt"), "no input file can be read")
    fails(run("word"), "no input file can be read")
    fails(run("-", "-"), "standard input (-) can be read once only")
    result = run(tmp_path / "no.txt", article)
    assert (result.exit_code, "no.txt: cannot be read" in result.stderr) == (1, True)


def test_words_that_are_neither_files_nor_texts_are_told_what_to_be(run, article):
    alone, beside = run("Cells."), run("Cells.", article)
    fails(alone, "no input file can be read")
    assert (beside.exit_code, beside.stdout) == (1, TABLE)
    for result in (alone, beside):
        assert "Cells.: is neither a file nor a text" in result.stderr


@pytest.mark.parametrize("name", ["article.xml", "article.json", "article.nxml"])
def test_articles_are_read_as_the_other_commands_do(run, tmp_path, name):
    body = "<body><sec><title>Pond</title><p>Frogs sing at night.</p></sec></body>"
    content = f"<article><front><article-meta/></front>{body}</article>"
    if name.endswith(".json"):
        paragraph = {"text": "Frogs sing at night.", "section": "Pond", "cite_spans": []}
        content = json.dumps({"paper_id": "p", "body_text": [paragraph], "bib_entries": {}})
    (tmp_path / name).write_text(content)
    result = run(tmp_path / name)
    assert result.exit_code == 0, result.output
    assert "Frogs" in result.stdout
    assert "<" not in result.stdout


def test_files_of_other_kinds_are_refused_with_the_way(run, tmp_path):
    (tmp_path / "pond.png").write_bytes(b"\x89PNG")
    result = run(tmp_path / "pond.png")
    fails(result, "no input file can be read")
    assert "is an image, which has no text" in result.stderr


def test_pages_that_cannot_be_written(run, article, tmp_path):
    fails(run(article, "--html", tmp_path / "out.pdf"), "must end in .html")
    fails(run(article, "--html", tmp_path / "no" / "out.html"), "does not exist")


@pytest.mark.parametrize("text", ["", " \n", POISON])
def test_nothing_to_show(run, text):
    fails(run("-", text=text), "there is no sentence to show")


@pytest.mark.parametrize(("option", "value"), [("--limit", "0"), ("--width", "19")])
def test_settings_out_of_range(run, article, option, value):
    result = run(article, option, value)
    assert result.exit_code == 2
    assert option in result.stderr
