"""Worker processes: results in order, deaths made good, errors told, nothing left behind."""

import errno
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest
import spacy
from cli_files import rows as rows_of
from cli_files import write
from spacy.language import Language
from spacy.tokens import Doc

from spacy_citalign.app import pipelines
from spacy_citalign.app.batch import pool
from spacy_citalign.app.batch.outputs.batches import JSONL, OutputFormat
from spacy_citalign.app.batch.pool import run_tasks
from spacy_citalign.app.batch.worker import AnnotationWork, Annotator, Task, batched
from spacy_citalign.app.processes import usable_processors
from spacy_citalign.errors import CitalignError, SettingError
from spacy_citalign.inputs.records import Record

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="workers inherit what is in here")


@dataclass(frozen=True)
class Texts:
    """A split of texts."""

    texts: tuple[str, ...]

    @property
    def size(self) -> int:
        return sum(map(len, self.texts))

    def records(self):
        for number, text in enumerate(self.texts):
            if text == "full":
                raise OSError(errno.ENOSPC, "No space left on device", "out.jsonl")
            if text == "bug":
                raise ZeroDivisionError("of ours")
            if text == "wrong":
                raise SettingError("this setting is wrong")
            yield Record(f"a:{number}", number, text)


@Language.component("pool_test_slow")
def sleep(doc: Doc) -> Doc:
    if doc.text.startswith("slow"):
        time.sleep(0.2)
    if doc.text == "dies once" and not os.path.exists(os.environ["POOL_TEST_NOTE"]):
        open(os.environ["POOL_TEST_NOTE"], "x").close()
        os.kill(os.getpid(), signal.SIGKILL)
    if doc.text == "dies":
        os._exit(3)
    return doc


@pytest.fixture
def work(tmp_path, monkeypatch) -> AnnotationWork:
    monkeypatch.setenv("POOL_TEST_NOTE", str(tmp_path / "note"))
    nlp = spacy.blank("en")
    nlp.add_pipe("pool_test_slow")
    nlp.to_disk(tmp_path / "pipeline")
    form = OutputFormat(JSONL)
    return AnnotationWork(
        str(tmp_path / "pipeline"), form, tmp_path, tmp_path / "tries", start="now"
    )


def tasks(*texts):
    return (Task(f"part-{i}", Texts(one)) for i, one in enumerate(texts))


def rows(results):
    return [(name, written.rows.count("\n")) for name, written in results]


@pytest.mark.slow
@pytest.mark.parametrize("count", [1, 2, 5])
def test_results_come_in_order(work, count):
    texts = [("slow",), ("a", "b"), (), ("slow 2", "c", "d"), *[("x",)] * 6]
    expected = [(f"part-{i}", len(one)) for i, one in enumerate(texts)]
    assert rows(run_tasks(work, tasks(*texts), count, work.load())) == expected


def test_there_may_be_nothing_to_do(work):
    assert rows(run_tasks(work, iter(()), 3)) == []


def test_tasks_are_taken_as_workers_become_free(work):
    taken = []

    def many():
        for task in tasks(*[("x",)] * 40):
            taken.append(task.name)
            yield task

    results = run_tasks(work, many(), 2, work.load())
    for done in range(1, 41):
        next(results)
        assert len(taken) <= done + 2 + 2 * 2 + 1


def test_first_records_are_left_out(work):
    ((_, written),) = run_tasks(work, [Task("part-0", Texts(("a", "b", "c")), 2)], 1, work.load())
    assert written.rows.count("\n") == written.read == 1
    assert '"text": "c"' in written.rows


def test_process_that_is_killed_is_replaced(work):
    texts = [("a",), ("b", "dies once", "c"), ("d",)]
    expected = [("part-0", 1), ("part-1", 3), ("part-2", 1)]
    assert rows(run_tasks(work, tasks(*texts), 2, work.load())) == expected
    assert list(work.attempts.iterdir()) == []


def test_record_that_kills_is_a_failure(work):
    found = dict(run_tasks(work, tasks(("a", "dies", "b"), ("c",)), 2, work.load()))
    assert [(one.read, one.failed) for one in found.values()] == [(3, 1), (1, 0)]
    assert found["part-0"].problems[0].startswith("a:1: the process that annotated it died twice")


@pytest.mark.slow
def test_many_records_may_kill(work):
    ((_, written),) = run_tasks(work, tasks(("a", *["dies"] * 12, "b")), 2, work.load())
    assert (written.read, written.failed) == (14, 12)


@pytest.mark.parametrize(("name", "least"), [("_MAX_DEATHS", 2), ("_MAX_FATAL", 3)])
def test_too_many_deaths_end_the_run(work, monkeypatch, name, least):
    monkeypatch.setattr(pool, name, least)
    with pytest.raises(CitalignError, match=r"again and again at a:0 .* with status 3"):
        rows(run_tasks(work, tasks(("dies",) * 9), 2, work.load()))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        ("full", OSError, "No space left on device: 'out.jsonl'"),
        ("wrong", SettingError, "this setting is wrong"),
        ("bug", CitalignError, "a worker process failed: ZeroDivisionError: of ours"),
    ],
)
def test_error_of_a_worker_ends_the_run(work, text, kind, message):
    with pytest.raises(kind, match=message) as caught:
        rows(run_tasks(work, tasks(("a",), (text,), ("slow",)), 2, work.load()))
    assert type(caught.value) is kind


def test_pipeline_that_does_not_load_is_told(work, tmp_path):
    missing = AnnotationWork(str(tmp_path / "none"), work.form, tmp_path, work.attempts)
    with pytest.raises(SettingError, match="does not load"):
        rows(run_tasks(missing, tasks(("a",)), 2))


@pytest.mark.slow
def test_processes_end_with_who_began_them(work, tmp_path):
    script = tmp_path / "begin.py"
    script.write_text(
        "import sys, time\nfrom pathlib import Path\n"
        "from spacy_citalign.app.batch.outputs.batches import OutputFormat\n"
        "from spacy_citalign.app.batch import pool\n"
        "from spacy_citalign.app.batch.worker import AnnotationWork\n"
        "if __name__ == '__main__':\n"
        "    pool._PARENT_SECONDS = 0.2\n"
        "    here = Path(sys.argv[1])\n"
        "    work = AnnotationWork('blank:en', OutputFormat('.jsonl'), here, here)\n"
        "    workers = [pool._Worker(work, None, 1) for _ in range(2)]\n"
        "    print(*[one._process.pid for one in workers], flush=True)\n"
        "    time.sleep(60)\n"
    )
    with subprocess.Popen(
        [sys.executable, script, tmp_path], stdout=subprocess.PIPE, text=True
    ) as process:
        numbers = [int(one) for one in process.stdout.readline().split()]
        assert len(numbers) == 2
        process.kill()
    until = time.monotonic() + 10
    while any(map(_runs, numbers)) and time.monotonic() < until:
        time.sleep(0.01)
    assert not any(map(_runs, numbers))


def _runs(process: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        status = Path(f"/proc/{process}/stat").read_text(encoding="ascii")
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


@pytest.mark.slow
def test_pipeline_is_loaded_again_where_its_vocabulary_has_grown(work, monkeypatch):
    monkeypatch.setattr(pipelines, "MAX_NEW_STRINGS", 50)
    loads = []
    load = AnnotationWork.load
    monkeypatch.setattr(AnnotationWork, "load", lambda self: loads.append(self) or load(self))
    annotator = Annotator(work)
    sizes = []
    for number in range(20):
        split = Texts(tuple(f"new{number}word{i} again" for i in range(10)))
        assert annotator.do(Task(f"part-{number}", split)).read == 10
        sizes.append(len(annotator.pipeline.nlp.vocab.strings))
    assert 3 <= len(loads) - 1 <= 10  # a word is a string or two, ten words are a split
    assert max(sizes) - min(sizes) < 50


def test_batches_go_by_characters():
    texts = ["a" * 6, "b" * 3, "", "c" * 9, "d" * 2, "e" * 20, "f"]
    records = [Record("s", i, text) for i, text in enumerate(texts)]
    found = [[len(one.text) for one in batch] for batch in batched(iter(records), 10)]
    assert found == [[6, 3, 0], [9], [2], [20], [1]]


def test_batches_of_blank_records_have_an_end():
    records = (Record("s", i, error="none") for i in range(4500))
    assert [len(batch) for batch in batched(records, 10)] == [2000, 2000, 500]


def test_there_is_a_processor():
    assert 1 <= usable_processors() <= os.cpu_count()


@pytest.mark.slow
@pytest.mark.parametrize("method", ["spawn", "forkserver"])
def test_workers_that_inherit_nothing_do_the_same(tmp_path, method):
    script = tmp_path / "run.py"
    script.write_text(
        "import multiprocessing, sys\n"
        "from spacy_citalign.cli import app\n"
        "if __name__ == '__main__':\n"
        f"    multiprocessing.set_start_method({method!r})\n"
        "    app(sys.argv[1:])\n"
    )
    source = write(tmp_path / "a.jsonl", *({"id": i, "text": f"p53 {i}"} for i in range(5)))
    out = tmp_path / "out.jsonl"
    command = [sys.executable, script, "annotate", source, "-o", out, "--n-process", "2"]
    subprocess.run([*command, "--pipeline", "blank:en", "-q"], check=True)
    assert [(row["id"], row["text"]) for row in rows_of(out)] == [(i, f"p53 {i}") for i in range(5)]
