"""Run a command again and again, killed each time but the last: FOLDER COUNT COMMAND ARGUMENTS...

The runs are forked, so that the heavy imports are made once. FOLDER/log gets a line for each run,
"run" and the groups of its part, and one for each group that is begun, its first word.
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

from spacy_citalign.app.answers import batches
from spacy_citalign.cli import app

batches.MAX_GROUPS = 1  # a group is begun when the one before it is written
FOLDER = Path(sys.argv[1])
LOG = os.open(FOLDER / "log", os.O_CREAT | os.O_APPEND | os.O_RDWR)


def log(text: str) -> None:
    os.write(LOG, f"{text}\n".encode())


# Those of the tests, in a process of ours.
@Language.component("align_resume_watch")
@Language.component("report_test_watch")
def log_group(doc: Doc) -> Doc:
    log(doc[0].text)
    return doc


def run() -> None:
    """Run the command in this process, and end it."""
    try:
        app(sys.argv[3:])
    except SystemExit as end:
        os._exit(int(end.code or 0))
    finally:
        os._exit(70)


def wait_for_groups(count: int) -> None:
    """Wait until the log has grown by so many groups and the run's own line."""
    lines = (FOLDER / "log").read_text().count("\n") + count
    until = time.monotonic() + 60
    while (FOLDER / "log").read_text().count("\n") < lines and time.monotonic() < until:
        time.sleep(0.001)


if __name__ == "__main__":
    spacy.blank("en")
    part = FOLDER / ".out.jsonl.part"
    for left in reversed(range(int(sys.argv[2]))):
        log(f"run {part.read_bytes().count(bytes([10])) if part.exists() else 0}")
        child = os.fork()
        if child == 0:
            run()
        if left:
            wait_for_groups(random.randint(1, 4))
            time.sleep(random.uniform(0, 0.01))
            os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        if os.waitstatus_to_exitcode(status) != (-signal.SIGKILL if left else 0):
            sys.exit(f"a run ended with {status}")
