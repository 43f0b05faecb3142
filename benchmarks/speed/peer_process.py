"""A process that times another system, with the Python of an environment that has it.

It is given to Python as text and imports nothing of this package. Its arguments are the system, a
file of texts as JSON (a list of paragraphs, or of groups of them) and rounds; it prints the least
CPU of its rounds in milliseconds, a text or a group, as JSON.

The CNN pipeline is of the shape of spaCy's small English ones: an encoder of 96 numbers a word and
four layers, of which tagger and sentence recognizer read one and the entity recognizer one of its
own. Its weights are random, which costs as much as trained ones.
"""

import json
import sys
import time

_TAGS, _ENTITIES = 50, 18  # labels of spaCy's English pipelines


def _encoder(width, rows):
    return {
        "@architectures": "spacy.HashEmbedCNN.v2",
        "width": width,
        "depth": 4,
        "embed_size": rows,
        "window_size": 1,
        "maxout_pieces": 3,
        "subword_features": True,
        "pretrained_vectors": None,
    }


def cnn():
    """Return what annotates texts: tags, sentences and entities of a CNN."""
    import spacy

    nlp = spacy.blank("en")
    nlp.add_pipe("tok2vec", config={"model": _encoder(96, 2000)})
    listener = {"@architectures": "spacy.Tok2VecListener.v1", "width": 96, "upstream": "tok2vec"}
    tags = {"@architectures": "spacy.Tagger.v2", "tok2vec": listener}
    tagger = nlp.add_pipe("tagger", config={"model": tags})
    nlp.add_pipe("senter", config={"model": tags})
    names = nlp.add_pipe("ner")
    for number in range(_TAGS):
        tagger.add_label(f"T{number}")
    for number in range(_ENTITIES):
        names.add_label(f"E{number}")
    nlp.initialize()
    return lambda texts: list(nlp.pipe(texts, batch_size=128))


def abbreviations():
    """Return what annotates texts: scispaCy's abbreviations, found by rules."""
    import scispacy.abbreviation  # noqa: F401
    import spacy

    nlp = spacy.blank("en")
    nlp.add_pipe("abbreviation_detector")
    return lambda texts: list(nlp.pipe(texts, batch_size=128))


def collatex():
    """Return what aligns groups of texts: CollateX, word by word, no near matches."""
    from collatex import Collation, collate

    def run(groups):
        for group in groups:
            collation = Collation()
            for number, text in enumerate(group):
                collation.add_plain_witness(str(number), text)
            collate(collation, segmentation=False)

    return run


def main(system, file, rounds):
    """Time a system and print it."""
    with open(file, encoding="utf-8") as opened:
        texts = json.load(opened)
    run = {"cnn": cnn, "abbreviations": abbreviations, "collatex": collatex}[system]()
    best = float("inf")
    for number in range(int(rounds) + 1):
        new = texts
        if isinstance(texts[0], str):
            new = [f"{text} It was {number} times so." for text in texts]
        start = time.process_time()
        run(new)
        if number or not int(rounds):
            best = min(best, time.process_time() - start)
    print(json.dumps(best / len(texts) * 1e3))


main(*sys.argv[1:])
