"""Memory as a promise: what is free, limits, and work that is refused before it begins."""

import os
import sys
from types import SimpleNamespace

import numpy as np
import pytest
import spacy
from cli_files import rows, write
from faults import run, save_pipeline

from spacy_citalign import memory
from spacy_citalign.chain import storage
from spacy_citalign.citances.aligner import needed_bytes
from spacy_citalign.citances.settings import AlignmentSettings
from spacy_citalign.corpora.io import check_line
from spacy_citalign.errors import InputError, ModelFileError, SettingError

linux = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc of Linux")


@pytest.fixture(autouse=True)
def as_it_was(monkeypatch):
    """No limit from outside, and none that a test leaves."""
    monkeypatch.delenv(memory.VARIABLE, raising=False)
    with memory.same_limit():
        yield
    memory.share_memory(1)


@pytest.fixture
def little(monkeypatch):
    """40 MB are free."""
    monkeypatch.setattr(memory, "free_memory", lambda: 40 * memory.MEGABYTE)


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory):
    return save_pipeline(tmp_path_factory.mktemp("memory"))


def files(root, **contents):
    for name, text in contents.items():
        path = root / name.replace("__", "/").replace("_DOT_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


MEMINFO = "MemTotal:  9000 kB\nMemAvailable:    2000 kB\n"


def test_what_the_system_says_is_available_is_free(tmp_path):
    files(tmp_path, proc__meminfo=MEMINFO)
    assert memory.free_memory(tmp_path) == 2000 * 1024


def test_nothing_is_known_where_there_is_no_proc(tmp_path):
    assert memory.free_memory(tmp_path) is None


@pytest.mark.parametrize("group", ["/", "/user.slice/job", "/of/the/machine/docker/0a"])
def test_a_group_of_version_2_and_those_above_it_count(tmp_path, group):
    stat = "anon 100\ninactive_file 5000\n"
    root = {"memory_DOT_max": "900000\n", "memory_DOT_current": "300000\n", "memory_DOT_stat": stat}
    files(tmp_path, proc__meminfo=MEMINFO, proc__self__cgroup=f"0::{group}\n")
    files(tmp_path / "sys/fs/cgroup", **root)
    files(tmp_path / "sys/fs/cgroup/user.slice/job", memory_DOT_max="max\n", memory_DOT_current="1")
    assert memory.free_memory(tmp_path) == 900000 - 300000 + 5000


def test_the_smaller_group_counts(tmp_path):
    files(tmp_path, proc__meminfo=MEMINFO, proc__self__cgroup="0::/a/b\n")
    for folder, limit in (("a", 700), ("a/b", 900)):
        inner = tmp_path / "sys/fs/cgroup" / folder
        files(inner, memory_DOT_max=f"{limit}000\n", memory_DOT_current="1000\n")
    assert memory.free_memory(tmp_path) == 700000 - 1000


@pytest.mark.parametrize("inner", ["", "docker/0a/"])
def test_a_group_of_version_1_counts(tmp_path, inner):
    groups = "9:name=systemd:/x\n4:cpu,memory:/docker/0a\n0::/\n"
    files(tmp_path, proc__meminfo=MEMINFO, proc__self__cgroup=groups)
    files(
        tmp_path / "sys/fs/cgroup/memory" / inner,
        memory_DOT_limit_in_bytes="800000\n",
        memory_DOT_usage_in_bytes="100000\n",
        memory_DOT_stat="total_inactive_file 7\n",
    )
    assert memory.free_memory(tmp_path) == 700007


def test_a_group_that_is_full_leaves_nothing(tmp_path):
    files(tmp_path, proc__self__cgroup="0::/\n")
    files(tmp_path / "sys/fs/cgroup", memory_DOT_max="10\n", memory_DOT_current="20\n")
    assert memory.free_memory(tmp_path) == 0


@linux
def test_the_limit_of_addresses_counts(monkeypatch, tmp_path):
    import resource

    files(tmp_path, proc__self__statm="10 1 1 1 0 1 0\n")
    page = resource.getpagesize()
    monkeypatch.setattr(resource, "getrlimit", lambda which: (90 * page, 90 * page))
    assert memory.free_memory(tmp_path) == 80 * page


@linux
def test_something_is_free_here():
    assert memory.free_memory() > 0


@pytest.mark.parametrize("value", ["", "2X", "-1", "0", "some", "1e9", "G"])
def test_a_limit_that_is_none_is_refused(value):
    with pytest.raises(SettingError, match="give 'free', 'off', or a size such as 2G"):
        memory.limit_memory(value)


def test_work_that_needs_more_is_refused_with_both_numbers(little):
    with pytest.raises(InputError, match=r"would take about 50 MB .*the 40 MB that are free"):
        memory.check_memory(50e6, "the work")
    memory.check_memory(39e6, "the work")
    memory.limit_memory("off")
    memory.check_memory(50e12, "the work")
    memory.limit_memory("45M")
    with pytest.raises(InputError, match=r"the 45 MB that are allowed; split it, or change"):
        memory.check_memory(50e6, "the work")


def test_processes_share_what_is_free(little):
    memory.share_memory(4)
    with pytest.raises(InputError, match=r"10 MB that are free for each of 4 processes.*use fewer"):
        memory.check_memory(39e6, "the work")


def test_nothing_is_refused_where_nothing_is_known(monkeypatch):
    monkeypatch.setattr(memory, "free_memory", lambda: None)
    memory.check_memory(1e15, "the work")


def test_a_limit_ends_with_its_block():
    with memory.same_limit():
        memory.limit_memory("off")
    with memory.same_limit():
        memory.limit_memory("2G")
    assert memory.VARIABLE not in os.environ


def test_a_line_is_refused(little):
    with pytest.raises(InputError, match="a line of 2,000,000 bytes would take about 50 MB"):
        check_line(b" " * 2_000_000)


def test_a_model_is_refused(monkeypatch, little):
    monkeypatch.setattr(memory, "LITTLE", 0)
    memory.limit_memory("1M")
    data = storage.pack("toy", 1, {}, {"weights": np.arange(250_000, dtype=np.int64)})
    with pytest.raises(ModelFileError, match="the model would take about 2 MB"):
        storage.unpack(data, "toy", 1)


def test_a_model_for_which_memory_ends_is_not_called_broken(monkeypatch):
    def full(*args, **kwargs):
        raise MemoryError("Unable to allocate output buffer.")

    data = storage.pack("toy", 1, {}, {"weights": np.zeros(9)})
    monkeypatch.setattr(np, "load", full)
    with pytest.raises(ModelFileError, match="cannot be read for want of memory; free some"):
        storage.unpack(data, "toy", 1)


def test_a_model_that_grows_is_refused():
    data = storage.pack("toy", 1, {}, {"weights": np.zeros(9_000_000)})
    with pytest.raises(ModelFileError, match=r"unpacks to 72 MB, from 0 MB, which none does"):
        storage.unpack(data, "toy", 1)


def test_a_group_needs_more_the_more_words_are_alike():
    def of(words):
        return needed_bytes(SimpleNamespace(words=words), AlignmentSettings())

    different = of([f"frog{n}" for n in range(4000)])
    assert 100e6 < different < of(["frog"] * 4000) < of(["frog"] * 8000)
    assert of(["frog"] * 200_000) < of(["frog"] * 8000) * 4  # in parts


TEXT = "Chk1 binds p53 in frogs. " * 3000


def test_annotate_has_a_row_for_a_text_that_needs_too_much(tmp_path, pipeline):
    source = write(tmp_path / "a.jsonl", {"text": TEXT}, {"text": "Frogs."})
    out = tmp_path / "out.jsonl"
    line = ("annotate", source, "-o", out, "--pipeline", pipeline, "--max-memory")
    result = run(*line, "50M")
    assert result.exit_code == 1
    found = rows(out)
    assert "18,000 words, would take about 108 MB of memory" in found[0]["error"]
    assert "error" not in found[1]
    assert run(*line, "off", "--fresh").exit_code == 0
    assert "error" not in rows(out)[0]


def test_align_has_a_row_for_a_group_that_needs_too_much(tmp_path, pipeline):
    large = {"citances": [f"Frogs sleep in {n} ponds." for n in range(900)]}
    small = {"citances": ["Frogs sleep.", "Toads sleep."]}
    source = write(tmp_path / "a.jsonl", large, small)
    out = tmp_path / "out.jsonl"
    result = run("align", source, "-o", out, "--pipeline", pipeline, "--max-memory", "150M")
    assert result.exit_code == 1
    found = rows(out)
    assert "a group of 900 citances with" in found[0]["error"]
    assert "--max-memory" in found[0]["error"]
    assert found[1]["citances"]


def test_citances_report_an_article_that_needs_too_much(tmp_path, pipeline):
    (tmp_path / "long.txt").write_text("It is so (Lee, 1999). " * 8000)
    (tmp_path / "short.txt").write_text("It is so (Lee, 1999).")
    out = tmp_path / "out.jsonl"
    line = ("citances", tmp_path, "-o", out, "--pipeline", pipeline, "--max-memory", "40M")
    result = run(*line)
    assert result.exit_code == 1
    assert "long.txt: the text, 72,000 words, would take about 72 MB" in result.stderr
    assert len(rows(out)[0]["citances"]) == 1


def test_sentences_are_not_begun_that_need_too_much(tmp_path, pipeline):
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("Frogs sleep.")
    line = ("sentences", tmp_path / "a.txt", tmp_path / "b.txt", "--pipeline", pipeline)
    result = run(*line, "--max-memory", "100M")
    assert result.exit_code == 2
    assert "to align 2 texts of 6 words would take about 150 MB" in result.stderr
    assert run(*line).exit_code == 0


def test_evidence_is_not_begun_that_needs_too_much(little):
    from spacy_citalign.app.answers.evidence_docs import ArticlePart, evidence_doc
    from spacy_citalign.schema import Citance

    part = ArticlePart(0, "Results", "Frogs sleep. " * 5000)
    with pytest.raises(InputError, match=r"15,000 words, cited by 100 sentences, would take about"):
        evidence_doc(spacy.blank("en"), [Citance(text="Frogs sleep.")] * 100, [part])


def test_a_limit_that_is_none_ends_a_command(tmp_path, pipeline):
    source = write(tmp_path / "a.jsonl", {"text": "Frogs."})
    out = tmp_path / "out.jsonl"
    result = run("annotate", source, "-o", out, "--max-memory", "lots")
    assert result.exit_code == 2
    assert "the limit of memory is 'lots'" in result.stderr
