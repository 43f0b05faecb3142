"""Run `citalign annotate` again and again, killed each time but the last: FOLDER COUNT ARGUMENTS...

The runs are forked, so that the heavy imports are made once. FOLDER/log gets the text of each
record as it is annotated, and a line "run" where a run begins. Splits have a few records.
"""

import os
import random
import signal
import sys
import time
from pathlib import Path

import spacy
from spacy.language import Language
from spacy.tokens import Doc

from spacy_citalign.app.batch import job
from spacy_citalign.cli import app

FOLDER = Path(sys.argv[1])
LOG = os.open(FOLDER / "log", os.O_CREAT | os.O_APPEND | os.O_RDWR)
job.MIN_SPLIT = 300


@Language.component("annotate_run_watch")
def log_text(doc: Doc) -> Doc:
    os.write(LOG, f"{doc.text}\n".encode())
    time.sleep(0.001)
    return doc


def lines() -> int:
    return (FOLDER / "log").read_bytes().count(b"\n")


def run() -> None:
    """Run the command in this process, and end it."""
    os.write(LOG, b"run\n")
    try:
        app(["annotate", *sys.argv[3:]])
    except SystemExit as end:
        os._exit(int(end.code or 0))
    finally:
        os._exit(70)


if __name__ == "__main__":
    spacy.blank("en")
    for left in reversed(range(int(sys.argv[2]))):
        child = os.fork()
        if child == 0:
            run()
        if left:
            wanted = lines() + random.randint(1, 40)
            until = time.monotonic() + 60
            while lines() < wanted and time.monotonic() < until:
                time.sleep(0.001)
            os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        if os.waitstatus_to_exitcode(status) != (-signal.SIGKILL if left else 0):
            sys.exit(f"a run ended with {status}")
