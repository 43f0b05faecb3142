"""A process that loads the shipped pipeline and times it as it is told, line by line.

It is started with the Python of either version, which need not have the benchmarks: it imports
nothing of them, and is given to Python as text. Its argument is a file of texts, a list for each
name, as JSON; a line of its input is ``one NAME`` or ``pipe NAME``, and it answers with user CPU
in milliseconds a text, of the whole pipeline and of each component. Texts are followed by the
number of the round, so that no round meets a text that the one before has read.
"""

import json
import resource
import sys
import time


def resident() -> float:
    """Return what of the process is in memory now, in MB (10^6 bytes); of Linux."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * resource.getpagesize() / 1e6


def user() -> float:
    """Return the seconds of user CPU so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime


def components(nlp, texts):
    """Return milliseconds a text of each component, each on all texts before the next."""
    times = {}
    start = user()
    docs = [nlp.make_doc(text) for text in texts]
    times["tokenizer"] = user() - start
    for name, pipe in nlp.pipeline:
        start = user()
        docs = list(pipe.pipe(docs, batch_size=128))
        times[name] = user() - start
    return {name: seconds / len(texts) * 1e3 for name, seconds in times.items()}


def one(nlp, texts):
    """Return milliseconds a text, one by one, of each component."""
    times = {"tokenizer": 0.0, **dict.fromkeys(nlp.pipe_names, 0.0)}
    for text in texts:
        start = user()
        doc = nlp.make_doc(text)
        times["tokenizer"] += user() - start
        for name, pipe in nlp.pipeline:
            start = user()
            doc = pipe(doc)
            times[name] += user() - start
    return {name: seconds / len(texts) * 1e3 for name, seconds in times.items()}


def main():
    """Load, say what it took, and answer."""
    start = time.process_time()
    import spacy

    imported, before = time.process_time(), resident()
    nlp = spacy.load("spacy_citalign")
    loaded = {
        "import": imported - start,
        "load": time.process_time() - imported,
        "before": before,
        "resident": resident(),
    }
    print(json.dumps(loaded), flush=True)
    with open(sys.argv[1], encoding="utf-8") as file:
        texts = json.load(file)
    for number, line in enumerate(sys.stdin):
        how, name = line.split()
        new = [f"{text} It was {number} times so." for text in texts[name]]
        measured = {"one": one, "pipe": components}[how](nlp, new)
        print(json.dumps(measured), flush=True)


main()
