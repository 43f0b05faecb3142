"""`citalign evaluate`, `convert`, `config`, `--version`, and the place under spaCy's commands."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
import spacy
import typer
from spacy.tokens import DocBin
from spacy.training import Example
from typer.testing import CliRunner

from spacy_citalign import __version__
from spacy_citalign.cli import app
from spacy_citalign.cli.console import say
from spacy_citalign.errors import InputError

READER = "citalign_test.Tabs.v1"
KEY = "gene_mentions"
COMMANDS = typer.main.get_command(app).commands


@spacy.registry.readers(READER)
def make_reader(path: Path):
    """A reader of lines `text TAB word`: the word is the gold gene."""

    def read(nlp):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            text, tab, word = line.partition("\t")
            if not tab:
                raise InputError(f"{path}:{number} has no tab")
            doc = nlp.make_doc(text)
            start = text.index(word)
            span = doc.char_span(start, start + len(word), label="GENE")
            doc.spans["gene_mentions"] = [span]
            doc.user_data["line"] = number
            yield Example(nlp.make_doc(text), doc)

    return read


@pytest.fixture
def pipeline(tmp_path: Path) -> str:
    nlp = spacy.blank("en")
    scorer = {"@scorers": "spacy.overlapping_labeled_spans_scorer.v1", "spans_key": KEY}
    ruler = nlp.add_pipe("span_ruler", config={"spans_key": KEY, "scorer": scorer})
    ruler.add_patterns([{"label": "GENE", "pattern": word} for word in ("p53", "ATM")])
    nlp.to_disk(tmp_path / "pipeline")
    return str(tmp_path / "pipeline")


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "corpus.tabs"
    path.write_text("p53 binds here.\tp53\nHere MDM2 binds.\tMDM2\n", encoding="utf-8")
    return path


def run(*args):
    return CliRunner().invoke(app, list(map(str, args)))


def fails(message: str, *args) -> None:
    result = run(*args)
    assert result.exit_code == 2, result.output
    assert message in result.stderr
    assert result.stderr.startswith("error: ")
    assert len(result.stderr.splitlines()) == 1


def test_evaluate_prints_the_scores_of_the_components(tmp_path, pipeline, corpus):
    report = tmp_path / "scores.json"
    result = run("evaluate", pipeline, corpus, "--reader", READER, "--json", report)
    assert result.exit_code == 0, result.output
    rows = [line.split() for line in result.stdout.splitlines()]
    precision, recall = 1 / 1, 1 / 2
    f = 2 * precision * recall / (precision + recall)
    expected = [f"{100 * value:.2f}" for value in (precision, recall, f)]
    assert ["spans_gene_mentions", *expected] in rows
    assert "2 documents scored" in result.stderr
    written = json.loads(report.read_text(encoding="utf-8"))
    assert written["scores"]["spans_gene_mentions_f"] == pytest.approx(f)
    assert written["documents"] == 2
    assert written["reader"] == READER


def test_evaluate_reads_what_convert_wrote(tmp_path, pipeline, corpus):
    gold = tmp_path / "gold.spacy"
    result = run("convert", corpus, gold, "--reader", READER, "--pipeline", pipeline)
    assert result.exit_code == 0, result.output
    assert "2 documents" in result.stderr
    first = run("evaluate", pipeline, corpus, "--reader", READER).stdout.splitlines()
    second = run("evaluate", pipeline, gold).stdout.splitlines()
    assert [row for row in first if "gene" in row] == [row for row in second if "gene" in row]


def test_convert_keeps_gold_and_user_data(tmp_path, corpus):
    gold = tmp_path / "gold.spacy"
    assert run("convert", corpus, gold, "--reader", READER, "--pipeline", "blank:en").exit_code == 0
    docs = list(DocBin().from_disk(gold).get_docs(spacy.blank("en").vocab))
    assert [doc.spans["gene_mentions"][0].text for doc in docs] == ["p53", "MDM2"]
    assert [doc.user_data["line"] for doc in docs] == [1, 2]


def test_convert_failures(tmp_path, corpus):
    out = tmp_path / "gold.spacy"
    blank = ["--pipeline", "blank:en"]
    fails("must end in .spacy", "convert", corpus, tmp_path / "x.txt", "--reader", READER)
    fails(
        "No such file or directory", "convert", tmp_path / "none", out, "--reader", READER, *blank
    )
    fails("no reader 'Nobody.v1' is registered. Known: ", "convert", corpus, out, "--reader",
          "Nobody.v1", *blank)  # fmt: skip
    (tmp_path / "empty.tabs").write_text("")
    fails("holds no example", "convert", tmp_path / "empty.tabs", out, "--reader", READER, *blank)
    (tmp_path / "bad.tabs").write_text("p53\tp53\nno tab\n")
    fails(
        "bad.tabs:2 has no tab", "convert", tmp_path / "bad.tabs", out, "--reader", READER, *blank
    )
    (tmp_path / "wrong.tabs").write_text("p53\tATM\n")
    fails("cannot be read by", "convert", tmp_path / "wrong.tabs", out, "--reader", READER, *blank)
    assert not list(tmp_path.glob("*.spacy"))
    assert not list(tmp_path.glob(".*"))


@pytest.mark.slow
def test_evaluate_failures(tmp_path, pipeline, corpus):
    fails("name its reader with --reader. Known: ", "evaluate", pipeline, corpus)
    fails("does not exist", "evaluate", pipeline, tmp_path / "none.spacy")
    fails("does not load", "evaluate", tmp_path / "none", corpus, "--reader", READER)
    fails("is also an input", "evaluate", pipeline, corpus, "--reader", READER, "--json", corpus)
    foreign = tmp_path / "foreign.spacy"
    for data in (b"", b"no such format", b"x\x9c\x03\x00"):
        foreign.write_bytes(data)
        fails("cannot be read by spacy.Corpus.v1", "evaluate", pipeline, foreign)
    DocBin().to_disk(foreign)
    fails("holds no example", "evaluate", pipeline, foreign)


def test_evaluate_names_the_component_that_fails(tmp_path, corpus):
    @spacy.Language.component("other_test_failing")
    def fail(doc):
        raise ValueError("not today")

    nlp = spacy.blank("en")
    nlp.add_pipe("other_test_failing")
    nlp.to_disk(tmp_path / "failing")
    message = "component 'other_test_failing' failed: ValueError: not today"
    fails(message, "evaluate", tmp_path / "failing", corpus, "--reader", READER)


@pytest.fixture
def configs(tmp_path, monkeypatch) -> None:
    package = tmp_path / "packages" / "citalign_test_configs"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "two.cfg").write_text("[nlp]\nlang = en\n")
    (package / "one.cfg").write_text("[training]\n")
    monkeypatch.syspath_prepend(package.parent)
    monkeypatch.setattr("spacy_citalign.cli.config.PACKAGE", "citalign_test_configs")


@pytest.mark.usefixtures("configs")
def test_config_lists_and_prints():
    assert run("config").stdout == "one\ntwo\n"
    for name in ("two", "two.cfg"):
        assert run("config", name).stdout == "[nlp]\nlang = en\n"
    fails("there is no config 'three'. Known: one, two", "config", "three")
    fails("there is no config '../two'", "config", "../two")


def test_config_of_an_installation_without_configs(monkeypatch):
    monkeypatch.setattr("spacy_citalign.cli.config.PACKAGE", "spacy_citalign.no_such_package")
    fails("has no configs", "config")


def test_version():
    result = run("--version")
    assert result.exit_code == 0
    assert result.stdout == f"{__version__}\n"


def test_no_command_prints_help():
    result = run()
    assert "annotate" in result.output
    assert "demo" in result.output


@pytest.mark.parametrize("command", ["annotate", "config", "convert", "demo", "evaluate"])
def test_every_command_has_help(command):
    result = run(command, "--help")
    assert result.exit_code == 0
    assert "Usage:" in result.stdout


def test_commands_stand_under_spacy_once():
    code = (
        "import spacy_citalign.cli.register as ours; ours.register(); ours.register()\n"
        "from spacy.cli import app\n"
        "print([g.name for g in app.registered_groups].count('citalign'))\n"
        "app(['citalign', '--version'], prog_name='python -m spacy')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True
    )
    assert done.stdout == f"1\n{__version__}\n"


def test_help_needs_no_spacy():
    code = (
        "import sys\nfrom spacy_citalign.cli import app\n"
        "app(['--help'], standalone_mode=False)\n"
        "assert not {'spacy', 'numpy', 'tqdm'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60, check=True)


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_commands_explain_themselves_and_their_options(name):
    command = COMMANDS[name]
    assert command.help
    # Older versions of typer keep the help of arguments elsewhere.
    options = [param for param in command.params if param.param_type_name == "option"]
    assert [param.name for param in options if not param.help] == []


def test_half_a_character_is_said_to_any_file(tmp_path, monkeypatch):
    with (tmp_path / "said").open("w", encoding="utf-8") as file:  # strict, unlike sys.stderr
        monkeypatch.setattr(sys, "stderr", file)
        say("lost \ud800")
    assert (tmp_path / "said").read_text() == "lost \\ud800\n"
