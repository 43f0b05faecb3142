"""A process that is killed while it writes rows, again and again, and then is not."""

import os
import random
import signal
import subprocess
import sys
import time

import pytest
from cli_files import rows

WRITER = """
import sys, time
from pathlib import Path
from spacy_citalign.runs.outputs.resume import resuming

with resuming(Path(sys.argv[1]), {"run": "killed"}) as rows:
    print("started", rows.done, flush=True)
    for number in range(rows.done, 400):
        print(number, flush=True)
        time.sleep(0.002)
        rows.write('{"row": %d, "text": "%s"}\\n' % (number, "x" * 20000))
"""


def write_in_process(out, *, kill_at=None):
    """How many rows a process found, and those it began; it is killed in or after a row."""
    command = [sys.executable, "-c", WRITER, str(out)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        started = process.stdout.readline().split()
        begun = []
        if kill_at is not None:
            begun = [process.stdout.readline() for _ in range(kill_at)]
            time.sleep(random.uniform(0, 0.004))
            os.kill(process.pid, signal.SIGKILL)
        begun += process.stdout.readlines()
    assert process.returncode == (0 if kill_at is None else -signal.SIGKILL)
    return int(started[1]), [int(number) for number in begun]


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signal here")
def test_killed_runs_do_no_finished_row_again(tmp_path):
    out = tmp_path / "out.jsonl"
    part = out.with_name(".out.jsonl.part")
    finished = 0
    for kill_at in [*random.choices(range(40), k=5), None]:
        kept, begun = write_in_process(out, kill_at=kill_at)
        assert kept == finished
        assert begun == list(range(kept, kept + len(begun)))
        if kill_at is not None:
            finished = part.read_bytes().count(b"\n") if part.exists() else 0
            assert kept + len(begun) - finished in (0, 1)  # the row it was at
    assert [row["row"] for row in rows(out)] == list(range(400))
    assert all(len(row["text"]) == 20_000 for row in rows(out))
    assert [path.name for path in tmp_path.iterdir()] == ["out.jsonl"]
