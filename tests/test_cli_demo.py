"""`citalign demo`: marked sentences in the terminal and on a page."""

import re
from pathlib import Path

import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc, SpanGroup
from typer.testing import CliRunner

from spacy_citalign.cli import app
from spacy_citalign.report.demo_sentences import SENTENCES

GENES = {"BRCA1", "ATM", "p53", "STAT3"}


@Language.component("demo_test_genes")
def mark_genes(doc: Doc) -> Doc:
    spans = [doc[token.i : token.i + 1] for token in doc if token.text in GENES]
    attrs = {"confidence": [0.75] * len(spans)}
    doc.spans["gene_mentions"] = SpanGroup(doc, name="gene_mentions", attrs=attrs, spans=spans)
    return doc


@Language.component("demo_test_failing")
def fail(doc: Doc) -> Doc:
    raise ValueError("not today")


def saved(folder: Path, *components: str) -> str:
    nlp = spacy.blank("en")
    for name in components:
        nlp.add_pipe(name)
    nlp.to_disk(folder / "pipeline")
    return str(folder / "pipeline")


def run(folder: Path, *components: str, args=()):
    name = saved(folder, *components)
    return CliRunner().invoke(
        app, ["demo", "--pipeline", name, "--output", str(folder / "made" / "here"), *args]
    )


def test_demo_prints_every_sentence_with_marked_genes(tmp_path):
    result = run(tmp_path, "demo_test_genes")
    assert result.exit_code == 0, result.output
    assert "[BRCA1 0.75]" in result.stdout
    assert "\x1b" not in result.stdout
    plain = re.sub(r"\[(\S+) 0\.75\]", r"\1", result.stdout)
    for sentence in SENTENCES:
        assert sentence in plain


def test_demo_says_how_long_it_took_and_names_the_page(tmp_path):
    lines = run(tmp_path, "demo_test_genes").stdout.splitlines()
    assert re.match(r"15 sentences, \d+ gene mentions in \d+ ms \(pipeline loaded in", lines[-2])
    assert lines[-1] == f"page written: {tmp_path / 'made' / 'here' / 'genes.html'}"


def test_demo_page_has_every_sentence_and_mark(tmp_path):
    result = run(tmp_path, "demo_test_genes")
    html = (tmp_path / "made" / "here" / "genes.html").read_text(encoding="utf-8")
    assert html.count("<li>") == len(SENTENCES)
    assert html.count("<mark") == result.stdout.count(" 0.75]") > 5
    assert "<title>Genes in citing sentences</title>" in html
    assert "<td>STAT3</td>" in html


def test_demo_without_confidences(tmp_path):
    nlp = spacy.blank("en")
    ruler = nlp.add_pipe("span_ruler", config={"spans_key": "gene_mentions"})
    ruler.add_patterns([{"label": "GENE", "pattern": "BRCA1"}])
    nlp.to_disk(tmp_path / "ruler")
    result = CliRunner().invoke(
        app, ["demo", "--pipeline", str(tmp_path / "ruler"), "-o", str(tmp_path)]
    )
    assert result.exit_code == 0, result.output
    assert "[BRCA1]" in result.stdout


@pytest.mark.parametrize(
    ("components", "message"),
    [
        ((), "marks no genes"),
        (("demo_test_failing",), "component 'demo_test_failing' failed: ValueError: not today"),
    ],
)
def test_demo_with_a_pipeline_that_cannot(tmp_path, components, message):
    result = run(tmp_path, *components)
    assert result.exit_code == 2
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert not list(tmp_path.rglob("*.html"))


def test_demo_without_pipeline(tmp_path):
    args = ["demo", "--pipeline", str(tmp_path / "none"), "-o", str(tmp_path)]
    result = CliRunner().invoke(app, args)
    assert result.exit_code == 2
    assert "does not load" in result.stderr


def test_demo_with_a_file_where_the_folder_should_be(tmp_path):
    (tmp_path / "file").write_text("")
    args = ["demo", "--pipeline", saved(tmp_path, "demo_test_genes")]
    result = CliRunner().invoke(app, [*args, "-o", str(tmp_path / "file")])
    assert result.exit_code == 2
    assert "File exists" in result.stderr
