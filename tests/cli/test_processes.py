"""`citances`, `report` and `align` in several processes: what one process gives, byte by byte."""

import gc
import gzip
import io
import multiprocessing
import os
import signal
import subprocess
import sys
import tarfile
import time
import weakref
from functools import partial

import pytest
import spacy
from align_runs import FACTORY, group, save
from cli_files import rows, write
from contract_cases import trained_bytes
from harvest_runs import FAIL, make_articles
from jats_files import citing, jats, section
from pdf_files import pond_pdf
from spacy.language import Language
from spacy.tokens import Doc
from typer.testing import CliRunner

from spacy_citalign.app import pipelines
from spacy_citalign.app.answers import aligner, article_workers, batches
from spacy_citalign.app.answers.group_lines import group_line, stored_groups, taken_out
from spacy_citalign.app.processes import process_count
from spacy_citalign.cli import app
from spacy_citalign.schema import CitanceGroup

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="workers inherit what is in here"),
]
DEADLY = "Deadly"


@Language.component("processes_test_watch")
def watch(doc: Doc) -> Doc:
    if DEADLY in doc.text:
        os.kill(os.getpid(), signal.SIGKILL)
    if FAIL in doc.text:
        raise RuntimeError("not\nthis one")
    return doc


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory):
    """Finds sentences and aligns."""
    model = trained_bytes(FACTORY)
    folder = tmp_path_factory.mktemp("processes") / "pipeline"
    return save(folder, model, before=["processes_test_watch", "sentencizer"])


@pytest.fixture(scope="module")
def known_everywhere(tmp_path_factory):
    """The same without the component that only this module has."""
    folder = tmp_path_factory.mktemp("processes") / "pipeline"
    return save(folder, trained_bytes(FACTORY), before=["sentencizer"])


@pytest.fixture
def run(pipeline):
    return partial(_run, pipeline)


def _run(pipeline, *args, text=None):
    return CliRunner().invoke(app, [*map(str, args), "--pipeline", pipeline], input=text)


def article(text, pmid) -> bytes:
    return jats(section("Results", citing("r1", text)), pmid=pmid)


def archive(path, contents):
    with tarfile.open(path, "w:gz") as tar:
        for name, content in contents.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    return path


@pytest.fixture
def folder(tmp_path):
    """Articles, an archive, a double, what cannot be read and what is not."""
    folder = make_articles(tmp_path / "articles")
    (folder / "latin.txt").write_bytes(b"caf\xe9 [1]")
    (folder / "fails.txt").write_text(f"Frogs [1] {FAIL}.")
    (folder / "paper.pdf").write_bytes(pond_pdf())
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4 frogs")
    (folder / "paper.png").write_bytes(b"\x89PNG")
    (folder / "double.xml").write_bytes((folder / "one.xml").read_bytes())
    members = {f"m{n}.xml": article(f"Newts number {n}.", f"95{n}") for n in range(4)}
    archive(folder / "pond.tar.gz", members | {"bad.xml": b"<article>"})
    return folder


def assert_nobody_is_left():
    assert multiprocessing.active_children() == []


# --- articles --------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [2, 5])
def test_citances_are_those_of_one_process(run, folder, tmp_path, count):
    one, several = tmp_path / "one.jsonl", tmp_path / "several.jsonl"
    told = [
        run("citances", folder, "--list-skipped", "-o", output, "--n-process", number)
        for output, number in ((one, 1), (several, count))
    ]
    assert one.stat().st_size
    assert one.read_bytes() == several.read_bytes()
    assert told[0].stderr.replace("one.jsonl", "several.jsonl") == told[1].stderr
    assert [result.exit_code for result in told] == [1, 1]
    for said in ("RuntimeError: not this one", "is the same article as", "paper.png is an im"):
        assert said in told[1].stderr
    assert_nobody_is_left()


def test_article_that_kills_costs_itself(run, folder, tmp_path):
    out = tmp_path / "out.jsonl"
    run("citances", folder, "-o", out, "--n-process", 1)
    good = out.read_bytes()
    (folder / "frogs.txt").write_text(f"{DEADLY} frogs [1]. Newts [2].")
    result = run("citances", folder, "-o", out, "--n-process", 2)
    assert result.exit_code == 1
    assert out.read_bytes() == good
    (first, again) = (line for line in result.stderr.splitlines() if "frogs.txt" in line)
    assert first.startswith(f"{folder / 'frogs.txt'}: ")
    assert first.endswith(
        "the process that read it died twice, for want of memory or in a component; left out"
    )
    assert again == f"  {first}"
    assert_nobody_is_left()


def test_article_of_an_archive_that_kills_costs_itself(run, tmp_path):
    members = {f"m{n}.xml": article(f"Newts number {n}.", f"95{n}") for n in range(4)}
    path = archive(tmp_path / "pond.tar", members)
    out = tmp_path / "out.jsonl"
    run("citances", path, "-o", out)
    good = out.read_bytes()
    names = list(members)
    deadly = {names[0]: members[names[0]], "bad.xml": article(f"{DEADLY} newts.", "990")}
    archive(path, deadly | {name: members[name] for name in names[1:]})
    result = run("citances", path, "-o", out, "--n-process", 2)
    assert out.read_bytes() == good
    assert f"{path}: 990: the process that read it died twice" in result.stderr
    assert "5 articles, 1 failed" in result.stderr


def test_what_kills_the_reader_costs_what_follows_in_the_file(run, tmp_path, monkeypatch):
    read = article_workers.read_articles_of

    def dying(file, reading, **options):
        for number, found in enumerate(read(file, reading, **options)):
            if number == 2:
                os.kill(os.getpid(), signal.SIGKILL)
            yield found

    monkeypatch.setattr(article_workers, "read_articles_of", dying)
    members = {f"m{n}.xml": article(f"Newts number {n}.", f"95{n}") for n in range(4)}
    archive(tmp_path / "pond.tar", members)
    (tmp_path / "one.xml").write_bytes(article("Newts hop.", "901"))
    out = tmp_path / "out.jsonl"
    result = run("citances", tmp_path, "-o", out, "--n-process", 2)
    assert result.exit_code == 1
    assert "what follows in the file is left out" in result.stderr
    (row,) = rows(out)
    assert [one["source"] for one in row["citances"]] == ["901", "950", "951"]


def test_pipeline_that_can_do_no_article_ends_the_run(folder, tmp_path):
    nlp = spacy.blank("en")
    nlp.add_pipe("sentence_boundary_detector")
    nlp.to_disk(tmp_path / "unfitted")
    arguments = ["citances", folder, "-o", tmp_path / "out.jsonl", "--n-process", "2"]
    result = _run(tmp_path / "unfitted", *arguments)
    assert result.exit_code == 2
    assert result.stderr.startswith("error: ")
    assert "sentence_boundary_detector" in result.stderr
    assert not (tmp_path / "out.jsonl").exists()
    assert_nobody_is_left()


def test_standard_input_is_read_by_the_command_itself(run, tmp_path):
    out = tmp_path / "out.jsonl"
    text = article("Newts hop.", "901")
    result = run("citances", "-", "-o", out, "--n-process", 2, text=text)
    assert result.exit_code == 0, result.output
    assert len(rows(out)) == 1


def test_interrupt_ends_all_processes_and_leaves_nothing(run, folder, tmp_path, monkeypatch):
    def interrupt(progress, size, records):
        assert multiprocessing.active_children()
        raise KeyboardInterrupt

    monkeypatch.setattr("spacy_citalign.cli.console.ProgressBar.advance", interrupt)
    result = run("citances", folder, "-o", tmp_path / "out.jsonl", "--n-process", 2)
    assert result.exit_code not in (0, 1, 2)
    assert {path.name for path in tmp_path.iterdir()} == {"articles"}
    assert_nobody_is_left()


# --- groups ----------------------------------------------------------------------------------


@pytest.fixture
def groups(tmp_path):
    """Groups, and between them what is none, blank, unnamed, after a mark, or kills or fails."""
    unnamed = {"citances": ["Frogs hop.", "A frog hops."]}
    empty = {"cited": {"key": "none"}, "citances": [""]}
    fails = {"citances": [f"Frogs {FAIL}."]}
    half = {"citances": ["Frogs hop.", "", "Toads."]}
    lines = [group(0), b"{", b"", unnamed, "\ufeff{}".encode(), b" \x1c ", empty, fails, half]
    path = write(tmp_path / "groups.jsonl", *lines, *(group(n) for n in (1, 2, 3)))
    path.write_bytes("\ufeff".encode() + path.read_bytes())
    return path


@pytest.mark.parametrize("count", [2, 4])
def test_alignments_are_those_of_one_process(run, groups, tmp_path, count):
    one, several = tmp_path / "one.jsonl", tmp_path / "several.jsonl"
    told = [
        run("align", groups, "-o", output, "--n-process", number)
        for output, number in ((one, 1), (several, count))
    ]
    assert one.read_bytes() == several.read_bytes()
    assert told[0].stderr.replace("one.jsonl", "several.jsonl") == told[1].stderr
    found = rows(several)
    assert [row["line"] for row in found if "error" in row] == [2, 5, 7, 8]
    assert "group-4" in [row["cited"]["key"] for row in found if "error" not in row]
    assert_nobody_is_left()


def test_workers_load_a_pipeline_again_that_has_grown(run, groups, folder, tmp_path, monkeypatch):
    """Their memory stays what it is, however many groups and articles they see."""
    commands = {"align": groups, "citances": folder}
    before = {name: run(name, given, "--n-process", 1).stdout for name, given in commands.items()}
    monkeypatch.setattr(pipelines, "MAX_NEW_STRINGS", 0)
    monkeypatch.setattr(batches, "MAX_GROUPS", 1)  # so that a worker has several
    log = tmp_path / "loads"
    for module, name in ((aligner, "load_pipeline"), (article_workers, "load_pipeline")):
        load = getattr(module, name)

        def logged(*args, load=load, **kwargs):
            with log.open("a") as file:
                print(os.getpid(), file=file)
            return load(*args, **kwargs)

        monkeypatch.setattr(module, name, logged)
    for name, given in commands.items():
        log.write_text("")
        assert run(name, given, "--n-process", 2).stdout == before[name] != ""
        assert {*map(int, log.read_text().split())} - {os.getpid()}
    assert_nobody_is_left()


def test_tables_and_standard_input_are_those_of_one_process(run, groups):
    text = groups.read_bytes()
    one, several = (run("align", "-", "--n-process", number, text=text).stdout for number in (1, 2))
    assert one == several != ""


def test_group_that_kills_costs_itself(run, tmp_path):
    groups = write(tmp_path / "a.jsonl", group(0), {"citances": [f"{DEADLY} frogs."]}, group(1))
    out = tmp_path / "out.jsonl"
    result = run("align", groups, "-o", out, "--n-process", 2)
    assert result.exit_code == 1
    first, killed, last = rows(out)
    assert killed["line"] == 2
    assert killed["error"].startswith("the process that aligned it died twice")
    assert f"{groups}:2: the process that aligned it died twice" in result.stderr
    write(groups, group(0), group(1))
    run("align", groups, "-o", out, "--n-process", 1)
    assert rows(out) == [first, last]


@pytest.mark.parametrize("command", ["align", "report"])
def test_group_that_killed_the_command_itself_is_left_out_by_the_next_run(
    pipeline, run, tmp_path, command
):
    groups = write(tmp_path / "a.jsonl", group(0), {"citances": [f"{DEADLY} frogs."]}, group(1))
    out = tmp_path / ("out.jsonl" if command == "align" else "out.html")
    args = [command, groups, "-o", out, "--n-process", 1]
    if command == "report":
        args += ["--min-citances", 1]
    process = multiprocessing.get_context("fork").Process(target=_run, args=(pipeline, *args))
    process.start()
    process.join()
    assert process.exitcode == -signal.SIGKILL
    assert (tmp_path / ".out.jsonl.tries").is_dir()
    again = run(*args)
    assert again.exit_code == 1
    assert "the process that aligned it died twice" in again.stderr
    _, killed, _ = rows(tmp_path / "out.jsonl")
    assert killed["line"] == 2
    assert sorted(tmp_path.iterdir()) == sorted({groups, out, tmp_path / "out.jsonl"})


def test_interrupted_alignment_goes_on_with_any_number_of_processes(
    run, groups, tmp_path, monkeypatch
):
    one, out = tmp_path / "one.jsonl", tmp_path / "out.jsonl"
    run("align", groups, "-o", one, "--n-process", 1)

    def interrupt(progress, size, records):
        if records == 6:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("spacy_citalign.cli.console.ProgressBar.advance", interrupt)
        stopped = run("align", groups, "-o", out, "--n-process", 2)
    assert "6 groups are kept; the same command goes on from there" in stopped.stderr
    assert_nobody_is_left()
    result = run("align", groups, "-o", out, "--n-process", 3)
    assert "6 groups are aligned already; going on" in result.stderr
    assert out.read_bytes() == one.read_bytes()


def test_report_is_that_of_one_process(run, folder, tmp_path):
    for number in (1, 2):
        (tmp_path / str(number)).mkdir()
        page = tmp_path / str(number) / "page.html"
        result = run("report", folder, "-o", page, "--n-process", number)
        assert result.exit_code == 1, result.output  # some articles fail
    for name in ("page.html", "page.jsonl"):
        one, several = ((tmp_path / number / name).read_bytes() for number in "12")
        assert one == several
    assert rows(page.with_suffix(".jsonl"))


# --- how many --------------------------------------------------------------------------------


def test_groups_that_are_stored_are_held_no_more(tmp_path):
    keys = ["w0", "w1", "w2"]
    groups = [
        group_line(CitanceGroup(cited={"key": key}, citances=[{"text": "Frogs hop."}]))
        for key in keys
    ]
    lines = [one.line for one in groups]
    held = [weakref.ref(one.cited) for one in groups]
    with stored_groups(taken_out(groups), tmp_path / "out.jsonl") as stored:
        assert groups == []
        gc.collect()
        assert [one() for one in held] == [None] * 3
        assert stored.names == keys
        assert [*stored.file] == lines
        assert stored.size == sum(map(len, lines))
    assert not any(tmp_path.iterdir())


def test_small_inputs_are_of_one_process_unless_it_is_said(monkeypatch):
    monkeypatch.setattr("spacy_citalign.app.processes.usable_processors", lambda: 8)
    assert process_count(None, 99, least=100) == 1
    assert process_count(None, None, least=100) == 1
    assert process_count(None, 100, least=100) == 8
    assert process_count(-1, 1, least=100) == 8
    assert process_count(3, 1, least=100) == 3
    assert process_count(1, 1000, least=100) == 1


@pytest.mark.parametrize("command", ["citances", "report", "align"])
@pytest.mark.parametrize("number", ["0", "-2"])
def test_wrong_numbers_are_told(run, folder, groups, tmp_path, command, number):
    source = groups if command == "align" else folder
    output = tmp_path / f"out.{'html' if command == 'report' else 'jsonl'}"
    result = run(command, source, "-o", output, "--n-process", number)
    assert result.exit_code == 2
    assert f"--n-process is {number}; give 1 or more, or -1 for all" in result.stderr


# --- as processes ----------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["spawn", "forkserver"])
def test_processes_that_inherit_nothing_do_the_same(known_everywhere, tmp_path, method):
    script = tmp_path / "run.py"
    script.write_text(
        "import multiprocessing, sys\n"
        "from spacy_citalign.cli import app\n"
        "if __name__ == '__main__':\n"
        f"    multiprocessing.set_start_method({method!r})\n"
        "    app(sys.argv[1:])\n"
    )
    articles = make_articles(tmp_path / "articles")
    pages = [tmp_path / number / "page.html" for number in ("1", "2")]
    for page in pages:
        page.parent.mkdir()
    command = ["report", articles, "--min-citances", "1", "--quiet", "-o"]
    assert _run(known_everywhere, *command, pages[0], "--n-process", 1).exit_code == 0
    options = ["--n-process", "2", "--pipeline", known_everywhere]
    subprocess.run([sys.executable, script, *command, pages[1], *options], check=True)
    for name in ("page.html", "page.jsonl"):
        one, several = (page.with_name(name).read_bytes() for page in pages)
        assert one == several


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_signal_ends_all_processes(known_everywhere, tmp_path, end):
    """Ctrl-C goes to all processes of a terminal, SIGTERM to the command alone."""
    articles = tmp_path / "articles"
    articles.mkdir()
    for number in range(400):
        text = "".join(citing("r1", f"Newts number {n} hop.") for n in range(40))
        name = articles / f"{number}.xml.gz"
        name.write_bytes(gzip.compress(jats(section("Results", text), pmid=str(number))))
    command = [sys.executable, "-m", "spacy", "citalign", "citances", str(articles)]
    out = tmp_path / "out.jsonl"
    process = subprocess.Popen(
        [*command, "-o", str(out), "--n-process", "2", "--pipeline", known_everywhere],
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    children = wait_for_children(process.pid, 2)
    time.sleep(0.2)  # Python prints what is raised in its own work around a fork
    if end is signal.SIGINT:
        os.killpg(process.pid, end)
    else:
        process.send_signal(end)
    _, told = process.communicate(timeout=60)
    assert process.returncode not in (0, 1, 2), told
    assert "Traceback" not in told
    assert not out.exists()
    until = time.monotonic() + 10
    while any(map(runs, children)) and time.monotonic() < until:
        time.sleep(0.01)
    assert not any(map(runs, children))


def wait_for_children(parent: int, count: int) -> list[int]:
    """The processes that a process has begun, once there are so many."""
    until = time.monotonic() + 60
    children: list[int] = []
    while len(children) < count and time.monotonic() < until:
        with open(f"/proc/{parent}/task/{parent}/children") as listed:
            children = [int(number) for number in listed.read().split()]
        time.sleep(0.01)
    assert len(children) == count
    return children


def runs(process: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        with open(f"/proc/{process}/stat") as status:
            return status.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
