"""What tests of `citalign align` share: pipelines with a trained aligner, groups, and runs."""

import spacy
from cli_files import write
from corpus import citance_groups
from typer.testing import CliRunner

from spacy_citalign.cli import app

FACTORY = "citance_aligner"
TEXTS = [[text for text, _ in citances] for citances in citance_groups()]


def save(path, model, *, before=(), after=(), **config):
    """Save a pipeline with the trained aligner between other components."""
    nlp = spacy.blank("en")
    for name in before:
        nlp.add_pipe(name)
    nlp.add_pipe(FACTORY, config=config).from_bytes(model)
    for name in after:
        nlp.add_pipe(name)
    nlp.to_disk(path)
    return str(path)


def group(number, **more):
    citances = [
        {"id": f"c{place}", "text": text, "source": f"article {place}", "section": "results"}
        for place, text in enumerate(TEXTS[number])
    ]
    return {"cited": {"key": f"work {number}", "doi": "10.1/x"}, "citances": citances} | more


def groups(path):
    return write(path, *(group(number) for number in range(len(TEXTS))))


def run(*args, text=None):
    return CliRunner().invoke(app, ["align", *map(str, args)], input=text)
