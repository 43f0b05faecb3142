"""Full disks and signals, for every command that writes: no half file, a clear end, and it goes on.

A disk that is full is a limit on the size of files here, which the system itself enforces.
"""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import spacy
from align_runs import group
from cli_files import rows, write
from faults import ALL_WELL, NOTHING_DONE, run, save_pipeline
from report_runs import make_articles
from spacy.language import Language
from spacy.tokens import Doc
from typer.testing import CliRunner

from spacy_citalign.cli import app
from spacy_citalign.cli.console import ended_like_interrupted

pytestmark = pytest.mark.slow

resource = pytest.importorskip("resource")  # of POSIX
FULL = "File too large"
END: dict[str, int] = {}  # the signal that a text with this word sends
ENDS_AT = "zebrafish"


@Language.component("faults_test_signal")
def send_signal(doc: Doc) -> Doc:
    """Send the signal once, at a text with the word; numpy takes it for an error of its own."""
    if ENDS_AT in doc.text and END:
        swallow = "swallow" in END
        try:
            os.kill(os.getpid(), END.popitem()[1])
        except KeyboardInterrupt as error:
            if swallow:
                raise TypeError("as numpy does it") from error
            raise
    return doc


@pytest.fixture(autouse=True)
def forget():
    END.clear()


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory):
    return save_pipeline(tmp_path_factory.mktemp("pipeline"), "faults_test_signal")


@pytest.fixture(scope="module")
def inputs(tmp_path_factory):
    """Inputs of all commands; the last text of each has the word that sends a signal."""
    folder = tmp_path_factory.mktemp("inputs")
    make_articles(folder / "articles")
    (folder / "articles" / "z.txt").write_text(f"The {ENDS_AT} swims (Lee 1999).")
    texts = [{"text": f"Frogs bind p{number}. " * 20} for number in range(12)]
    write(folder / "texts.jsonl", *texts, {"text": f"A {ENDS_AT} swims."})
    last = {"cited": {"key": "z"}, "citances": [f"A {ENDS_AT} swims.", "It swims."]}
    write(folder / "groups.jsonl", *(group(n) for n in range(3)), last)
    for name in ("a.txt", "b.txt"):
        (folder / name).write_text(f"Frogs bind p53. A {ENDS_AT} swims in {name}.")
    gold = "".join(f"{n}|Frogs bind p{n}.\n" for n in range(200))
    (folder / "gold.in").write_text(gold.replace("|", " "))
    (folder / "GENE.eval").write_text("1|9 11|p53\n")
    return folder


# Command, what it reads and writes; the first output is the one that is named.
WRITING = {
    "annotate to lines": ["annotate", "{in}/texts.jsonl", "-o", "{out}/o.jsonl"],
    "annotate to spacy": ["annotate", "{in}/texts.jsonl", "-o", "{out}/o.spacy"],
    "annotate to tables": ["annotate", "{in}/texts.jsonl", "-o", "{out}/o.parquet"],
    "align": ["align", "{in}/groups.jsonl", "-o", "{out}/o.jsonl"],
    "citances": ["citances", "{in}/articles", "-o", "{out}/o.jsonl"],
    "report": ["report", "{in}/articles", "-o", "{out}/o.html"],
    "columns": ["columns", "{in}/texts.jsonl", "--html", "{out}/o.html"],
    "sentences to lines": ["sentences", "{in}/a.txt", "{in}/b.txt", "--jsonl", "{out}/o.jsonl"],
    "sentences to a page": ["sentences", "{in}/a.txt", "{in}/b.txt", "--html", "{out}/o.html"],
    "demo": ["demo", "-o", "{out}"],
}
GOES_ON = ["align", "annotate to lines", "annotate to tables", "report"]


def arguments(name: str, inputs: Path, out: Path, pipeline: Path) -> list[str]:
    filled = [arg.format(**{"in": inputs, "out": out}) for arg in WRITING[name]]
    return [*filled, "--pipeline", str(pipeline)]


def contents(folder: Path) -> dict[str, bytes]:
    """What a person sees in a folder, but for what says when it was made."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.startswith((".", "_")) and "manifest" not in path.name
    }


def hidden(folder: Path) -> set[str]:
    return {path.name for path in folder.rglob(".*")}


@contextmanager
def full_disk(most_bytes: int) -> Iterator[None]:
    """No file can grow beyond a size; Python ignores the signal that comes with it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.fixture(scope="module")
def whole(inputs, pipeline, tmp_path_factory):
    """A function: what a command writes that nothing disturbs."""
    known: dict[str, dict[str, bytes]] = {}

    def contents_of(name: str) -> dict[str, bytes]:
        if name not in known:
            out = tmp_path_factory.mktemp("whole")
            assert run(*arguments(name, inputs, out, pipeline)).exit_code == ALL_WELL
            known[name] = contents(out)
        return known[name]

    return contents_of


# --- full disks ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "most"), [*((name, 0) for name in WRITING), *((name, 2_000) for name in GOES_ON)]
)
def test_a_full_disk_is_said_and_leaves_no_half_file(inputs, pipeline, whole, tmp_path, name, most):
    wanted = whole(name)
    assert max(map(len, wanted.values())) > most
    args = arguments(name, inputs, tmp_path, pipeline)
    with full_disk(most):
        result = run(*args)
    assert result.exit_code == NOTHING_DONE
    said = result.stderr.strip().splitlines()[-1]
    assert said.startswith(f"error: {tmp_path}"), said
    assert said.endswith(FULL), said
    for path, content in contents(tmp_path).items():
        assert content == wanted[path], path  # a first output may be whole
    if name not in GOES_ON:
        assert not hidden(tmp_path)
    result = run(*args)
    assert result.exit_code == ALL_WELL
    assert contents(tmp_path) == wanted
    assert not hidden(tmp_path)


@pytest.mark.parametrize("name", [n for n in WRITING if "tables" not in n and n != "demo"])
def test_a_full_disk_leaves_the_file_of_before(inputs, pipeline, tmp_path, name):
    args = arguments(name, inputs, tmp_path, pipeline)
    (output,) = (Path(arg) for arg in args if arg.startswith(f"{tmp_path}/"))
    output.write_text("of before")
    with full_disk(0):
        assert run(*args).exit_code == NOTHING_DONE
    assert output.read_text() == "of before"


@pytest.mark.parametrize("command", ["convert", "evaluate"])
def test_a_full_disk_for_gold_data(inputs, tmp_path, command):
    data, reader = inputs / "gold.in", ["--reader", "citalign.BC2GM.v1"]
    out = tmp_path / ("o.spacy" if command == "convert" else "o.json")
    args = {
        "convert": ["convert", data, out, *reader, "--pipeline", "blank:xx"],
        "evaluate": ["evaluate", "blank:xx", data, *reader, "--json", out],
    }[command]
    with full_disk(10):
        result = run(*args)
    assert result.exit_code == NOTHING_DONE
    assert result.stderr.strip().endswith(f"error: {out}: {FULL}")
    assert not list(tmp_path.iterdir())
    assert run(*args).exit_code == ALL_WELL


def test_a_full_disk_leaves_the_model_of_before(pipeline, tmp_path):
    nlp = spacy.load(pipeline)
    aligner = nlp.get_pipe("sentence_aligner")
    aligner.to_disk(tmp_path / "there")
    for folder in (tmp_path / "there", tmp_path / "new"):
        with full_disk(500), pytest.raises(OSError, match=FULL):
            aligner.to_disk(folder)
        assert not hidden(folder)
    assert not list((tmp_path / "new").iterdir())
    assert (tmp_path / "there/model").read_bytes() == aligner.to_bytes()


def test_an_interrupt_leaves_the_model_of_before(pipeline, tmp_path, monkeypatch):
    aligner = spacy.load(pipeline).get_pipe("sentence_aligner")
    aligner.to_disk(tmp_path)

    def interrupted(path, target):
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        aligner.to_disk(tmp_path)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {
        "model": aligner.to_bytes()
    }


# --- signals ---------------------------------------------------------------------------------

ENDING = [signal.SIGINT, signal.SIGTERM]


@pytest.fixture
def uncaught():
    """A signal that nobody takes fails the test, and does not end the tests."""

    def refuse(number, frame):
        raise AssertionError(f"nobody took signal {number}")

    numbers = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
    before = {number: signal.getsignal(number) for number in numbers}
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, refuse)
    signal.signal(signal.SIGHUP, refuse)
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.usefixtures("uncaught")
@pytest.mark.parametrize("number", ENDING, ids=lambda n: n.name)
@pytest.mark.parametrize("name", [name for name in WRITING if name != "demo"])
def test_a_signal_ends_a_command_and_it_goes_on(inputs, pipeline, whole, tmp_path, name, number):
    wanted = whole(name)
    args = arguments(name, inputs, tmp_path, pipeline)
    if name.startswith("annotate"):
        args += ["--batch-characters", "1", "--n-process", "1"]
    if name == "columns":
        args += ["--limit", "1000"]  # else it ends before the word
    END["now"] = number
    result = CliRunner().invoke(app, args)
    assert result.exit_code == 130, result.stderr
    assert not END
    assert "Traceback" not in result.stderr
    assert contents(tmp_path) == {}
    if name in GOES_ON and hidden(tmp_path):
        assert "are kept; the same command goes on from there" in result.stderr
        for path in tmp_path.glob(".*.part"):
            assert path.read_bytes().endswith(b"\n")
            assert rows(path)
    elif name not in GOES_ON:
        assert not hidden(tmp_path)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert run(*args).exit_code == ALL_WELL
    if name != "columns":
        assert contents(tmp_path) == wanted
    assert not hidden(tmp_path)


@pytest.mark.usefixtures("uncaught")
@pytest.mark.parametrize(
    "number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=lambda n: n.name
)
@pytest.mark.parametrize("name", ["align", "annotate to lines", "citances", "report"])
def test_a_signal_that_a_library_swallows_ends_a_command(inputs, pipeline, tmp_path, name, number):
    END["swallow"] = number
    own_process = ["--n-process", "1"] if name.startswith("annotate") else []
    result = CliRunner().invoke(app, [*arguments(name, inputs, tmp_path, pipeline), *own_process])
    assert result.exit_code == 130, result.stderr
    assert "as numpy does it" not in result.stderr
    assert contents(tmp_path) == {}


def test_a_signal_that_is_ignored_stays_ignored():
    """As nohup has it: the terminal may be closed."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with ended_like_interrupted():
            assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
            assert signal.getsignal(signal.SIGTERM) is not signal.SIG_IGN
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)
