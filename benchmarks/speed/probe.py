"""One measurement in a process of its own, of the package that ``PYTHONPATH`` finds first.

    python probe.py start
    python probe.py work TEXTS.json COUNT

Prints seconds of CPU and wall of what is asked for and the peak memory of the process, as JSON. It
imports nothing of this checkout, so that another version can be measured by it.
"""

import json
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any


def timed(run: Callable[[], Any]) -> tuple[Any, dict[str, float]]:
    """What a call returns, and its seconds."""
    wall, cpu = time.perf_counter(), time.process_time()
    found = run()
    return found, {"cpu": time.process_time() - cpu, "wall": time.perf_counter() - wall}


def start() -> dict[str, Any]:
    """Import spaCy, then load the pipeline."""
    import spacy

    _, seconds = timed(lambda: spacy.load("spacy_citalign"))
    return seconds


def work(texts: list[str]) -> dict[str, Any]:
    """Annotate and align one work that all texts cite."""
    import spacy

    import spacy_citalign

    nlp = spacy.load("spacy_citalign")
    nlp(spacy_citalign.join(texts[:3], nlp=nlp))  # warm
    doc = spacy_citalign.join(texts, nlp=nlp)
    doc, seconds = timed(lambda: nlp(doc))
    alignment = doc._.citance_alignment
    words = sum(len(alignment.words(citance)) for citance in range(len(texts)))
    return seconds | {"words": words, "classes": len(alignment.classes)}


def main(task: str, *args: str) -> None:
    """Do one task and print what it took."""
    if task == "start":
        found = start()
    else:
        found = work(json.loads(Path(args[0]).read_text(encoding="utf-8"))[: int(args[1])])
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    print(json.dumps(found | {"peak": peak}))


if __name__ == "__main__":
    main(*sys.argv[1:])
