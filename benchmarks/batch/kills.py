"""A run that is killed again and again at random: every record once at the end."""

import json
import random
import shutil
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from ..common import markdown_table
from .memory import gene_pipeline
from .texts import short_texts, write_json_lines

KILLS = 10
RECORDS = 150_000
_LONGEST = 12.0  # seconds from a start to its kill


def kills(folder: Path, seed: int) -> None:
    """Print how many records were lost or twice there, for both outputs."""
    numbers = random.Random(seed)
    texts = folder / "killed.jsonl"
    write_json_lines(short_texts(RECORDS, seed=1), texts)
    genes = gene_pipeline(folder)
    rows = []
    for output in (folder / "killed.out.jsonl", folder / "killed.out.parquet"):
        shutil.rmtree(output, ignore_errors=True)
        command = [sys.executable, "-m", "spacy", "citalign", "annotate", str(texts), "-q"]
        command += ["-o", str(output), "--pipeline", str(genes), "--n-process", "2"]
        at_work = 0
        for _ in range(KILLS):
            at_work += _killed(command, numbers.uniform(2.0, _LONGEST))
        subprocess.run(command, check=True)
        found = Counter(_ids(output))
        lost = sum(str(number) not in found for number in range(1, RECORDS + 1))
        twice = sum(count - 1 for count in found.values())
        rows.append([output.name, str(at_work), f"{sum(found.values()):,}", str(lost), str(twice)])
    print(markdown_table(["output", "kills", "rows", "lost", "twice"], rows))


def _killed(command: list[str], seconds: float) -> bool:
    """Start the command and kill it after so long; whether it was still at work."""
    with subprocess.Popen(command) as process:
        time.sleep(seconds)
        running = process.poll() is None
        process.kill()
    return running


def _ids(output: Path) -> list[str]:
    if output.is_dir():
        import pyarrow.dataset

        return pyarrow.dataset.dataset(output).to_table(columns=["id"])["id"].to_pylist()
    with output.open(encoding="utf-8") as lines:
        return [json.loads(line)["id"] for line in lines]
