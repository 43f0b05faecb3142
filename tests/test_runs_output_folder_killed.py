"""A process that is killed while it writes parts, again and again, and then is not."""

import signal
import subprocess
import sys

import pytest

from spacy_citalign.runs.outputs.manifest import MANIFEST, read_manifest
from spacy_citalign.runs.outputs.parts import part_name, part_names, rows_of

pytest.importorskip("pyarrow", exc_type=ImportError)
PARTS, RECORDS, KILLS = 80, 5, 8

# Each run is forked, so that the imports are made once. It says which parts it begins.
PROGRAM = f"""
import os, random, signal, sys, time
from pathlib import Path
import pyarrow.parquet
from spacy_citalign.runs.outputs.single_files import OutputForm
from spacy_citalign.runs.outputs.output_folder import open_folder
from spacy_citalign.runs.outputs.parts import part_name, write_part
from spacy_citalign.runs.records import Record
from spacy_citalign.runs.stream import Outcome

out = Path(sys.argv[1])
names = [part_name(0, number) for number in range({PARTS})]

def say(*words):
    os.write(1, (" ".join(map(str, words)) + "\\n").encode())

def run():
    with open_folder(out, {{"run": "killed"}}) as folder:
        say("start", len(folder.done))
        for name in names:
            if name not in folder.done:
                say(name)
                ids = [f"{{name}}:{{number}}" for number in range({RECORDS})]
                outcomes = (Outcome(Record(name, id), None, "x" * 999) for id in ids)
                write_part(out, name, outcomes, OutputForm(".parquet"), run=folder.run)
        folder.finish(names)

def parts():
    return len(list(out.glob("part-*")))

for left in reversed(range({KILLS} + 1)):
    enough = parts() + random.randint(0, 7)
    child = os.fork()
    if child == 0:
        run()
        os._exit(0)
    if left:
        while parts() < enough:
            time.sleep(0.0005)
        time.sleep(random.uniform(0, 0.01))
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    say("end", os.waitstatus_to_exitcode(status), parts())
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signal here")
def test_killed_runs_do_no_finished_part_again(tmp_path):
    out = tmp_path / "out.parquet"
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(out)], stdout=subprocess.PIPE, text=True, check=True
    )
    lines = [line.split() for line in done.stdout.splitlines()]
    ends = [line for line in lines if line[0] == "end"]
    assert ends[-1] == ["end", "0", str(PARTS)]
    finished = 0
    for line in lines:
        if line[0] == "start":
            assert int(line[1]) == finished
        elif line[0] == "end":
            finished = int(line[2])
    begun = [line[0] for line in lines if line[0] not in ("start", "end")]
    assert len(begun) - PARTS <= KILLS  # one a kill at most was begun in vain
    wanted = [part_name(0, number) for number in range(PARTS)]
    assert part_names(out) == wanted
    ids = [row["id"] for row in rows_of(out)]
    assert ids == [f"{name}:{number}" for name in wanted for number in range(RECORDS)]
    manifest = read_manifest(out / MANIFEST)
    assert (manifest["state"], manifest["counts"]["read"]) == ("complete", PARTS * RECORDS)
    assert {path.name for path in out.iterdir()} == {MANIFEST, *(f"{n}.parquet" for n in wanted)}
