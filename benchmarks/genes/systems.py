"""One system of ``comparison`` in a process of its own, which makes a timed pass when told to.

Not started by hand. It answers each line of its standard input with one line of JSON; between lines
it sleeps, so that systems can take turns on one core. The first pass of a process is the cold one:
no word has been seen, no cache is filled.
"""

import argparse
import gc
import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from spacy_citalign.errors import CitalignError

from ..common import bytes_on_disk, load_as_bc2gm, peak_memory, pin_to, read_genes
from ..peers import naive_crf

Found = list[list[tuple[int, int]]]


class System(NamedTuple):
    """How to run a system on the sentences of the benchmark."""

    prepare: Callable[[], Any]
    """What the component alone begins with: tokenized sentences. Not timed."""
    alone: Callable[[Any], Found]
    """From there to mentions."""
    raw: Callable[[], Found]
    """From text to mentions."""
    files: Path
    """The model, as it lies on disk."""


def spacy_system(
    nlp: Any, texts: Sequence[str], component: str | None, read: Callable[[Any], Any]
) -> System:
    """A spaCy pipeline; with ``component``, that one is the system and what follows is left out."""
    names = nlp.pipe_names
    first = 0 if component is None else names.index(component)
    last = len(names) if component is None else first + 1

    def run(inputs: Any, disable: list[str]) -> Found:
        return [read(doc) for doc in nlp.pipe(inputs, disable=disable)]

    return System(
        prepare=lambda: list(nlp.pipe(texts, disable=names[first:])),
        alone=lambda docs: run(docs, names[:first] + names[last:]),
        raw=lambda: run(texts, names[last:]),
        files=nlp.path,
    )


def ours(model: str, texts: Sequence[str]) -> System:
    """The shipped pipeline up to its gene component, which marks as BC2GM does."""

    def read(doc: Any) -> list[tuple[int, int]]:
        return [(one["start_char"], one["end_char"]) for one in doc._.gene_mentions]

    return spacy_system(load_as_bc2gm(model), texts, "gene_mention_tagger", read)


def spacy_ner(model: str, texts: Sequence[str]) -> System:
    """A spaCy pipeline whose entities are the mentions."""
    import spacy

    return spacy_system(
        spacy.load(model),
        texts,
        None,
        lambda doc: [(ent.start_char, ent.end_char) for ent in doc.ents],
    )


def plain_crf(model: str, texts: Sequence[str]) -> System:
    """The plain CRF."""
    tagger = naive_crf.load(Path(model))
    return System(
        prepare=lambda: [naive_crf.tokenize(text) for text in texts],
        alone=lambda tokens: list(naive_crf.predict(tagger, tokens)),
        raw=lambda: list(naive_crf.predict(tagger, map(naive_crf.tokenize, texts))),
        files=Path(model),
    )


SYSTEMS: dict[str, Callable[[str, Sequence[str]], System]] = {
    "ours": ours,
    "spacy-ner": spacy_ner,
    "plain-crf": plain_crf,
}


def timed_pass(system: System, mode: str) -> tuple[dict[str, float], Found]:
    """Run once; the first result has wall and CPU seconds, and the peak memory so far in bytes."""
    prepared = system.prepare() if mode == "alone" else None
    gc.collect()
    wall, cpu = time.perf_counter(), time.process_time()
    found = system.alone(prepared) if mode == "alone" else system.raw()
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    return {"wall": wall, "cpu": cpu, "peak": peak_memory()}, found


def main() -> None:
    """Load the system, then serve."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("system", choices=SYSTEMS)
    parser.add_argument("mode", choices=["alone", "raw"])
    parser.add_argument("model")
    parser.add_argument("--limit", type=int, default=None)
    parser.add_argument("--core", type=int, default=None)
    args = parser.parse_args()
    pin_to(args.core)
    # Answers keep the real standard output; whatever a library prints goes to the error stream.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def answer(record: Any) -> None:
        print(json.dumps(record), file=answers, flush=True)

    texts = [sentence.text for sentence in read_genes("test")[: args.limit]]
    started = time.perf_counter()
    try:
        system = SYSTEMS[args.system](args.model, texts)
    except (OSError, ValueError, CitalignError) as error:
        sys.exit(f"{args.model} does not load: {error}")
    loaded = time.perf_counter() - started
    answer({"load": loaded, "bytes": bytes_on_disk(system.files)})
    found: Found = []
    for line in sys.stdin:
        if line.strip() == "pass":
            times, found = timed_pass(system, args.mode)
            answer(times)
        else:
            answer(found)


if __name__ == "__main__":
    main()
