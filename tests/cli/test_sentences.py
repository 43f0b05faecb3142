"""`citalign sentences` with a stand-in for the model: what is read, shown, written and refused."""

import re

import pytest
import spacy
from cli_files import rows
from jats_files import jats, section
from spacy.language import Language
from spacy.tokens import Doc
from typer.testing import CliRunner

from spacy_citalign.cli import app
from spacy_citalign.components.base.spans import set_character_spans
from tests.cli.sentence_runs import HUGE, SEEN

DRAFT = "Frogs wake in spring. Nobody counts them. The old lake is dry."
FINAL = "In spring frogs wake. The lake is old and dry."
TABLE = """\
a.txt and b.txt: 2 links

sure     a.txt                    b.txt
1.00  1  Frogs wake in spring. 1  In spring frogs wake.
0.83  3  The old lake is dry.  2  The lake is old and dry.
"""


@Language.component("sentences_test_poison")
def poison(doc: Doc) -> Doc:
    if "poison" in doc.text:
        raise ValueError("this text\nis bad")
    return doc


@Language.component("sentences_test_genes")
def find_genes(doc: Doc) -> Doc:
    start = doc.text.find("TNF-alpha")
    spans = [(start, start + len("TNF-alpha"))] if start >= 0 else []
    set_character_spans(doc, "gene_mentions", spans, "GENE")
    return doc


def save(folder, *components, aligner="sentences_test_aligner", **named):
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    for name in components:
        nlp.add_pipe(name)
    for name, factory in named.items():
        nlp.add_pipe(factory, name=name)
    nlp.add_pipe(aligner, name="sentence_aligner")
    nlp.to_disk(folder / "pipeline")
    return folder / "pipeline"


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory):
    return save(tmp_path_factory.mktemp("sentences"), "sentences_test_poison")


@pytest.fixture
def run(pipeline):
    SEEN.clear()

    def run_with(*args, text=None):
        named = [] if "--pipeline" in args else ["--pipeline", pipeline]
        return CliRunner().invoke(app, ["sentences", *map(str, [*args, *named])], input=text)

    return run_with


@pytest.fixture
def texts(tmp_path):
    """Two files."""
    paths = [tmp_path / "a.txt", tmp_path / "b.txt"]
    for path, text in zip(paths, (DRAFT, FINAL), strict=True):
        path.write_text(text, encoding="utf-8")
    return paths


def squeezed(text):
    return [line.split() for line in text.splitlines()]


def test_texts_are_shown_as_a_table(run, texts):
    result = run(*texts)
    assert result.exit_code == 0, result.output
    assert squeezed(result.stdout) == squeezed(TABLE)
    assert result.stderr == "2 texts, 2 links\n"
    assert run(*texts, "--quiet").stderr == ""


def test_sentences_without_a_partner_are_printed_on_request(run, texts):
    result = run(*texts, "--all")
    assert result.stdout.endswith("without a partner in a.txt:\n      2  Nobody counts them.\n")


def test_each_two_of_several_texts_are_aligned(run, texts, tmp_path):
    (tmp_path / "c.txt").write_text("Frogs wake in spring.", encoding="utf-8")
    result = run(*texts, tmp_path / "c.txt")
    heads = re.findall(r"^(.*): ", result.stdout, re.MULTILINE)
    assert heads == ["a.txt and b.txt", "a.txt and c.txt", "b.txt and c.txt"]
    assert result.stderr == "3 texts, 4 links\n"


def test_file_has_a_line_a_link_with_characters_of_each_file(run, tmp_path):
    # Characters are those of the files: a mark of order is none, CRLF stays two.
    contents = [f"\r\n {DRAFT}\r\n", f"On frogs.\r\n\r\n{FINAL} \n"]
    paths = [tmp_path / "a.txt", tmp_path / "b.txt"]
    paths[0].write_bytes(b"\xef\xbb\xbf" + contents[0].encode())
    paths[1].write_bytes(contents[1].encode())
    output = tmp_path / "links.jsonl"
    result = run(*paths, "--jsonl", output)
    assert result.exit_code == 0, result.output
    found = rows(output)
    assert [list(row) for row in found] == [
        ["files", "texts", "sentences", "first", "second", "probability"]
    ] * 2
    assert [(row["texts"], row["sentences"]) for row in found] == [
        ([0, 1], [0, 1]),
        ([0, 1], [2, 2]),
    ]
    for row in found:
        assert row["files"] == ["a.txt", "b.txt"]
        for side, text in zip(("first", "second"), contents, strict=True):
            own = row[side]
            assert text[own["start_char"] : own["end_char"]] == own["text"]
    assert found[1]["first"]["text"] == "The old lake is dry."
    assert found[1]["probability"] == 5 / 6
    assert f"-> {output}" in result.stderr


def test_page_is_written_too(run, texts, tmp_path):
    page = tmp_path / "out.html"
    result = run(*texts, "--html", page)
    assert result.exit_code == 0, result.output
    html = page.read_text(encoding="utf-8")
    found = re.findall(r'<span class="text" dir="auto">([^<]*)</span>', html)
    assert found == [*DRAFT.replace(". ", ".|").split("|"), *FINAL.replace(". ", ".|").split("|")]
    assert '<h2 id="texts-1-a"><bdi>a.txt</bdi></h2>' in html
    assert squeezed(result.stdout) == squeezed(TABLE)
    assert {path.name for path in tmp_path.iterdir()} == {"a.txt", "b.txt", "out.html"}


def test_lines_are_sentences(run, tmp_path):
    paths = [tmp_path / "a.txt", tmp_path / "b.txt"]
    paths[0].write_bytes(b"Frogs wake. In spring\r\n \r\n\tThe lake\r\n")
    paths[1].write_bytes(b"the lake\nfrogs wake in spring")
    output = tmp_path / "links.jsonl"
    assert run(*paths, "--lines", "--jsonl", output).exit_code == 0
    found = [
        (row["sentences"], row["first"]["text"], row["second"]["text"]) for row in rows(output)
    ]
    assert found == [
        ([0, 1], "Frogs wake. In spring", "frogs wake in spring"),
        ([1, 0], "The lake", "the lake"),
    ]


def test_standard_input_is_a_text(run, texts):
    result = run(texts[0], "-", text=FINAL)
    assert result.exit_code == 0
    assert result.stdout.startswith("a.txt and stdin: 2 links")


def test_files_of_one_name_are_told_apart(run, tmp_path):
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.txt").write_text(DRAFT, encoding="utf-8")
    result = run(tmp_path / "one" / "a.txt", tmp_path / "two" / "a.txt", "--width", "200")
    assert "one/a.txt and " in result.stdout


def test_method_and_threshold_are_those_of_the_pipeline_unless_given(run, texts):
    run(*texts)
    result = run(*texts, "--method", "tfidf", "--threshold", "0.9")
    assert SEEN == [("context", None), ("tfidf", 0.9)]
    assert "a.txt and b.txt: 1 link\n" in result.stdout


def test_table_fits_the_width(run, texts):
    lines = run(*texts, "--width", "50").stdout.splitlines()
    assert max(map(len, lines)) <= 50
    assert len(lines) > len(TABLE.splitlines())


def test_texts_without_links_are_no_failure(run, texts):
    texts[1].write_text("Permits were given.", encoding="utf-8")
    result = run(*texts)
    assert (result.exit_code, result.stderr) == (0, "2 texts, 0 links\n")
    assert result.stdout == "a.txt and b.txt: no sentences are aligned\n"


def test_what_is_not_needed_is_not_run(run, texts, tmp_path):
    # Untrained ones fail as soon as they are run.
    unused = "propositional_term_extractor", "citance_aligner", "gene_mention_tagger"
    other = save(tmp_path, *unused, mine="perceptron_tagger")
    result = run(*texts, "--pipeline", other)
    assert result.exit_code == 0, result.output
    fails(run(*texts, "--pipeline", other, "--genes"), "has no model yet")


def test_genes_are_found_on_request(run, texts, tmp_path):
    texts[0].write_text("Cells need TNF-alpha.", encoding="utf-8")
    texts[1].write_text("TNFalpha cells need.", encoding="utf-8")
    other = save(tmp_path, gene_mention_tagger="sentences_test_genes")
    assert "no sentences are aligned" in run(*texts, "--pipeline", other).stdout
    result = run(*texts, "--pipeline", other, "--genes")
    assert "1 link" in result.stdout, result.output


def test_texts_that_are_too_large_are_told(run, texts, tmp_path):
    (tmp_path / "c.txt").write_text(f"A {HUGE} text.", encoding="utf-8")
    result = run(*texts, tmp_path / "c.txt")
    assert result.exit_code == 1
    assert "2 pairs of texts could not be aligned" in result.stderr
    assert "0.83" in result.stdout


# --- what is refused -------------------------------------------------------------------------


def fails(result, message):
    assert result.exit_code == 2
    assert result.stdout == ""
    assert message in result.stderr.splitlines()[-1]
    assert "Traceback" not in result.stderr


def test_one_text_and_the_same_text(run, texts, tmp_path):
    fails(run(texts[0]), f"only one text is given, {texts[0]}; give two or more")
    fails(run(texts[0], texts[0]), "is given twice")
    fails(run("-", "-"), "standard input (-) can be read once only")
    (tmp_path / "link.txt").symlink_to(texts[0])
    fails(run(texts[0], tmp_path / "link.txt"), "are one file")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "cannot be read: No such file"),
        (b"", "has no sentences: it is empty"),
        (b" \r\n\t", "has no sentences: it is empty"),
        (b"\xef\xbb\xbf", "has no sentences: it is empty"),
        ("caf\xe9".encode("latin-1"), "is not UTF-8: byte 0xe9 at position 3"),
        ("frogs".encode("utf-16"), "is in UTF-16"),
    ],
)
def test_texts_that_cannot_be_used(run, texts, tmp_path, content, message):
    path = tmp_path / "c.txt"
    if content is not None:
        path.write_bytes(content)
    result = run(*texts, path)
    fails(result, "1 of 3 texts cannot be used")
    assert f"{path}: {message}" in result.stderr


def test_articles_are_aligned_by_their_paragraphs(run, tmp_path):
    paths = [tmp_path / "a.xml", tmp_path / "b.nxml"]
    for path in paths:
        path.write_bytes(jats(section("Results", "Frogs sing at night.")))
    result = run(*paths)
    assert result.exit_code == 0, result.output
    assert "Frogs sing at night." in result.stdout
    assert "<" not in result.stdout


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("c.pdf", b"%PDF-1.4\n", "this PDF cannot be read: it is damaged"),
        ("c.odd", b"Frogs sing.", "is of no kind that is known"),
        (
            "c.jsonl",
            b'{"text": "a b"}\n{"text": "c d"}\n',
            "has several texts; give a file for each",
        ),
    ],
)
def test_files_that_are_no_text_are_refused(run, texts, tmp_path, name, content, message):
    path = tmp_path / name
    path.write_bytes(content)
    result = run(*texts, path)
    fails(result, "1 of 3 texts cannot be used")
    assert f"{path}: {message}" in result.stderr


def test_any_file_is_read_as_text_on_request(run, texts, tmp_path):
    path = tmp_path / "draft.v2"
    path.write_bytes(texts[0].read_bytes())
    assert run(path, texts[1], "--format", "text").exit_code == 0


def test_component_that_fails(run, texts):
    texts[0].write_text("poison", encoding="utf-8")
    fails(run(*texts), "'sentences_test_poison' failed: ValueError: this text is bad")


def test_pipeline_without_an_aligner(run, texts, tmp_path):
    fails(run(*texts, "--pipeline", "blank:en"), "the pipeline 'blank:en' has no sentence_aligner")


def test_untrained_aligner(run, texts, tmp_path):
    untrained = save(tmp_path, aligner="sentence_aligner")
    fails(run(*texts, "--pipeline", untrained), "'sentence_aligner' has no model yet")


def test_outputs_that_cannot_be_written(run, texts, tmp_path):
    fails(run(*texts, "--html", tmp_path / "out.pdf"), "must end in .html")
    fails(run(*texts, "--jsonl", tmp_path / "out.json"), "must end in .jsonl")
    fails(run(*texts, "--jsonl", tmp_path / "no" / "out.jsonl"), "does not exist")
    page = tmp_path / "c.html"
    page.write_text(DRAFT)
    fails(run(texts[0], page, "--html", page), "is also an input")


@pytest.mark.parametrize(
    ("option", "value"), [("--threshold", "1.5"), ("--width", "19"), ("--method", "magic")]
)
def test_settings_out_of_range(run, texts, option, value):
    result = run(*texts, option, value)
    assert result.exit_code == 2
    assert option in result.stderr
