"""Shards of an input: disjoint, complete, and one after the other the whole."""

import gzip
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from cli_files import rows, write
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from spacy_citalign.app.batch import job
from spacy_citalign.app.batch.job import WHOLE, Shard, shard_splits
from spacy_citalign.app.batch.outputs.parts import part_names, rows_of
from spacy_citalign.cli import app
from spacy_citalign.errors import SettingError
from spacy_citalign.inputs.records import Format, Reading
from spacy_citalign.inputs.sources.chunks_of_input import Chunk, Source, Split

pytestmark = pytest.mark.slow


def shards(count: int) -> list[Shard]:
    return [Shard(number, count) for number in range(1, count + 1)]


class Chunks(Source):
    """A source with splits of known sizes; what is said of it may be another size."""

    def __init__(self, name: str, sizes: list[int], size: int | None = None) -> None:
        self.name, self.reading = name, Reading()
        self.size = sum(sizes) if size is None else size
        self.sizes = sizes
        self.asked = 0

    def formats(self):
        return frozenset()

    def identity(self):
        return [self.name]

    def chunks(self, most_bytes):
        raise NotImplementedError

    def splits(self, most_bytes):
        self.asked += 1
        for number, size in enumerate(self.sizes):
            yield Split((Chunk(f"{self.name}{number}", b"", Format.text, size),), self.reading)


def names(splits) -> list[str]:
    return [split.chunks[0].name for _, _, split in splits]


def test_split_is_in_the_shard_that_its_first_byte_is_in():
    sources = [Chunks("a", [30, 30]), Chunks("b", [20, 20])]  # 100 bytes
    assert names(shard_splits(sources, 1, Shard(1, 2))) == ["a0", "a1"]
    assert names(shard_splits(sources, 1, Shard(2, 2))) == ["b0", "b1"]
    assert [names(shard_splits(sources, 1, shard)) for shard in shards(4)] == [
        ["a0"],
        ["a1"],
        ["b0"],
        ["b1"],
    ]
    assert [found[:2] for found in shard_splits(sources, 1, Shard(2, 3))] == [(1, 0)]


def test_source_of_other_shards_is_not_cut():
    sources = [Chunks("a", [50]), Chunks("b", [50])]
    list(shard_splits(sources, 1, Shard(2, 2)))
    assert [source.asked for source in sources] == [0, 1]


SOURCES = st.lists(
    st.tuples(st.lists(st.integers(0, 9), max_size=6), st.none() | st.integers(0, 60)), max_size=5
)


@given(SOURCES, st.integers(1, 9))
def test_shards_are_disjoint_and_one_after_the_other_the_whole(found, count):
    """Whatever the sources hold, also where their sizes are wrong guesses, or nothing."""
    sources = [Chunks(f"{number}.", *about) for number, about in enumerate(found)]
    whole = list(shard_splits(sources, 1))
    assert names(whole) == [
        f"{n}.{i}" for n, (sizes, _) in enumerate(found) for i in range(len(sizes))
    ]
    parts = [list(shard_splits(sources, 1, shard)) for shard in shards(count)]
    assert [split for part in parts for split in part] == whole


def sharded(items, sizes, shard):
    """Return those of items, of so many bytes each, that are in a shard."""
    starts = [sum(sizes[:number]) for number in range(len(sizes))]
    placed = zip(items, starts, strict=True)
    return [item for item, start in placed if shard.of(start, sum(sizes)) == shard.number]


@given(st.lists(st.integers(0, 50), max_size=20), st.integers(1, 9))
def test_items_are_in_one_shard_each(sizes, count):
    items = list(range(len(sizes)))
    parts = [sharded(items, sizes, shard) for shard in shards(count)]
    assert [item for part in parts for item in part] == items


@given(st.integers(8, 200), st.integers(1, 8))
def test_shards_of_equal_items_differ_by_one_at_most(items, count):
    parts = [len(sharded(range(items), [7] * items, shard)) for shard in shards(count)]
    assert max(parts) - min(parts) <= 1


def test_shard_is_read_from_its_words():
    assert Shard.parse("1/1") == WHOLE
    assert Shard.parse(" 16/16\n") == Shard(16, 16)
    assert str(Shard.parse("02/16")) == "2/16"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("0/0", "counted from 1: give 1/1 to 1/1"),
        ("0/4", "counted from 1: give 1/4 to 4/4"),
        ("3/2", "counted from 1: give 1/2 to 2/2"),
        ("1/0", "counted from 1: give 1/1 to 1/1"),
        ("a/b", "give number and count, such as 2/16"),
        ("", "give number and count"),
        ("1", "give number and count"),
        ("-1/2", "give number and count"),
        ("1/2/3", "give number and count"),
        ("1.0/2", "give number and count"),
        ("١/٢", "give number and count"),
        ("1/99999999", "give number and count"),
    ],
)
def test_what_is_no_shard_is_told_with_what_is(text, said):
    with pytest.raises(SettingError, match=said):
        Shard.parse(text)


# --- runs ------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def small_splits(monkeypatch) -> None:
    monkeypatch.setattr(job, "MIN_SPLIT", 100)


@pytest.fixture
def corpus(tmp_path) -> Path:
    """Lines, packed lines, texts, a damaged file and one that is empty: 40 records."""
    folder = tmp_path / "corpus"
    (folder / "texts").mkdir(parents=True)
    write(folder / "a.jsonl", *({"id": i, "text": f"Frog number {i}"} for i in range(20)))
    packed = "".join(json.dumps({"text": f"Pond {i} is blue."}) + "\n" for i in range(13))
    (folder / "b.jsonl.gz").write_bytes(gzip.compress(packed.encode()))
    for number in range(5):
        (folder / "texts" / f"{number}.txt").write_text(f"Newt {number}." * 9)
    (folder / "texts" / "none.txt").write_text("")
    (folder / "z.txt.gz").write_bytes(gzip.compress(b"A newt." * 99)[:-12])
    return folder


def run(corpus: Path, output: Path, *options: str):
    arguments = ["annotate", corpus, "-o", output, "--pipeline", "blank:en", "--n-process", 1]
    return CliRunner().invoke(app, [*map(str, arguments), *options])


@pytest.mark.parametrize("count", [1, 2, 3, 7, 50])
def test_outputs_one_after_the_other_are_that_of_the_whole(corpus, tmp_path, count):
    assert run(corpus, tmp_path / "whole.jsonl").exit_code == 1  # a file is damaged
    outputs = [tmp_path / f"{number}.jsonl" for number in range(1, count + 1)]
    for number, output in enumerate(outputs, start=1):
        result = run(corpus, output, "--shard", f"{number}/{count}")
        assert result.exit_code in (0, 1), result.output
    whole = (tmp_path / "whole.jsonl").read_bytes()
    assert b"".join(output.read_bytes() for output in outputs) == whole
    assert len(rows(tmp_path / "whole.jsonl")) == 40
    if count == 3:
        assert all(output.stat().st_size for output in outputs)


def test_parts_of_shards_are_those_of_the_whole_and_read_as_one_table(corpus, tmp_path):
    dataset = pytest.importorskip("pyarrow.dataset", exc_type=ImportError)
    run(corpus, tmp_path / "whole.parquet")
    folders = [tmp_path / f"{number}.parquet" for number in (1, 2, 3)]
    for number, folder in enumerate(folders, start=1):
        run(corpus, folder, "--shard", f"{number}/3")
    names = [part_names(folder) for folder in folders]
    assert all(names)
    assert [name for part in names for name in part] == part_names(tmp_path / "whole.parquet")
    found = [row for folder in folders for row in rows_of(folder)]
    assert found == list(rows_of(tmp_path / "whole.parquet"))
    whole, *tables = (dataset.dataset(path) for path in [tmp_path / "whole.parquet", *folders])
    assert dataset.dataset(tables).to_table() == whole.to_table()


def test_shard_without_anything_writes_an_empty_output(corpus, tmp_path):
    (corpus / "z.txt.gz").unlink()
    for name in ("none.jsonl", "none.parquet"):
        result = run(corpus, tmp_path / name, "--shard", "50/50")
        assert result.exit_code == 0, result.output
        assert "0 records read" in result.stderr
    assert (tmp_path / "none.jsonl").read_bytes() == b""
    assert list(rows_of(tmp_path / "none.parquet")) == []


def test_output_of_a_shard_is_none_of_another(corpus, tmp_path):
    output = tmp_path / "out.parquet"
    assert run(corpus, output, "--shard", "1/2").exit_code == 0
    again = run(corpus, output, "--shard", "1/2")
    assert "that is all" in again.stderr
    other = run(corpus, output, "--shard", "2/2")
    assert other.exit_code == 2
    assert 'shard was "1/2", is "2/2"' in other.stderr


def test_manifest_says_which_shard_of_which_input(corpus, tmp_path):
    for number in (1, 2):
        run(corpus, tmp_path / f"{number}.jsonl", "--shard", f"{number}/2")
    run(corpus, tmp_path / "whole.jsonl")
    prints = [
        json.loads((tmp_path / f"{name}.jsonl.manifest.json").read_text())["fingerprint"]
        for name in ("1", "2", "whole")
    ]
    assert [found["settings"].get("shard") for found in prints] == ["1/2", "2/2", None]
    assert prints[0]["inputs"] == prints[1]["inputs"] == prints[2]["inputs"]


def test_one_shard_is_the_whole(corpus, tmp_path):
    run(corpus, tmp_path / "out.jsonl", "--shard", "1/1")
    assert "that is all" in run(corpus, tmp_path / "out.jsonl").stderr


def test_array_of_jobs_of_the_guide(corpus, tmp_path):
    """The script that Slurm would run, as each of two jobs."""
    guide = Path(__file__).parents[3] / "docs" / "corpus_runs.md"
    if not guide.exists() or shutil.which("bash") is None:
        pytest.skip("no guide or no bash")
    pytest.importorskip("pyarrow", exc_type=ImportError)
    (script,) = re.findall(
        r"^```bash\n(#!/bin/bash\n.*?)^```$", guide.read_text("utf-8"), re.S | re.M
    )
    command = f"{shlex.quote(sys.executable)} -m spacy citalign annotate --pipeline blank:en"
    assert script.count("citalign annotate /shared/pubmed ") == 1
    script = script.replace("citalign annotate /shared/pubmed", f"{command} {corpus}")
    script = script.replace("/shared/found", str(tmp_path / "found"))
    jobs = re.search(r"--array=1-(\d+)$", script, re.M)
    assert jobs
    assert script.count(f"/{jobs[1]} ") == 1
    script = script.replace(f"/{jobs[1]} ", "/2 ")
    slurm = {"SLURM_CPUS_PER_TASK": "1"}
    for number in ("1", "2"):
        environment = os.environ | slurm | {"SLURM_ARRAY_TASK_ID": number}
        done = subprocess.run(
            ["bash", "-c", script], env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode in (0, 1), done.stderr
    run(corpus, tmp_path / "whole.jsonl")
    found = [row for number in (1, 2) for row in rows_of(tmp_path / f"found-{number}.parquet")]
    expected = [row | {"id": str(row["id"])} for row in rows(tmp_path / "whole.jsonl")]
    assert found == expected


def refusal(result) -> str:
    assert result.exit_code == 2, result.output
    assert result.stderr.startswith("error: ")
    assert result.stderr.count("\n") == 1
    return result.stderr


@pytest.mark.parametrize("shard", ["0/0", "3/2", "a/b"])
def test_no_shard_is_refused_before_anything_is_read(tmp_path, shard):
    assert f"--shard is {shard!r}".replace("'", "") in refusal(
        run(tmp_path / "nothing", tmp_path / "out.jsonl", "--shard", shard)
    ).replace("'", "")


def test_shards_of_standard_input_or_of_ray_are_refused(corpus, tmp_path):
    out = tmp_path / "out.parquet"
    assert "give files" in refusal(run(Path("-"), out, "--shard", "1/2"))
    assert "leave out --shard" in refusal(run(corpus, out, "--shard", "1/2", "--engine", "ray"))


def test_output_below_the_input_is_refused_for_other_shards_would_read_it(corpus):
    said = refusal(run(corpus, corpus / "texts" / "out.jsonl", "--shard", "1/2"))
    assert "is below the input" in said
