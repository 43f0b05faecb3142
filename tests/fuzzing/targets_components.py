"""Components on any text: the text stays, what is found lies in it, and rows can be written."""

import json
from functools import cache

import spacy
from contract_cases import CASES
from spacy.language import Language

from spacy_citalign.app.batch.outputs.batches import json_row, json_text
from spacy_citalign.components.base.shipped import load
from spacy_citalign.errors import InputError
from spacy_citalign.inputs.records import Record
from tests.fuzzing.mutation import fields_mutator
from tests.fuzzing.target import Target, require, require_spans
from tests.fuzzing.targets_readers_text import TEXT
from tests.fuzzing.vocabulary import WORDS

_MOST_CHARACTERS = 600


def text_of(data: bytes) -> str:
    """The text of an input."""
    return data.decode("utf-8", "replace")[:_MOST_CHARACTERS]


@cache
def _alone(factory: str) -> Language:
    """A pipeline of one component with the weights that are shipped."""
    nlp = spacy.blank("en")
    nlp.add_pipe(factory, config={"weights": "shipped"} if CASES[factory].settings else {})
    return nlp


@cache
def _pipeline() -> Language:
    return load()


def _component(factory: str) -> Target:
    case = CASES[factory]

    def check(data: bytes) -> None:
        nlp, text = _alone(factory), text_of(data)
        if not text.strip():
            raise InputError("there is nothing in it")
        doc = nlp(case.doc(nlp, text))
        require(doc.text == text, "the text is another one")
        found = case.read(doc)
        require_spans(text, [(one.start_char, one.end_char) for one in found], empty=True)
        for one in found:
            require(0.0 <= one.confidence <= 1.0, f"a confidence of {one.confidence}")
        doc.to_bytes()

    def seeds() -> list[bytes]:
        return [case.text.encode(), TEXT]

    return Target(f"component_{factory}", check, seeds, WORDS, fields_mutator(WORDS), 1024)


def _whole(data: bytes) -> None:
    text = text_of(data)
    nlp = _pipeline()
    doc = nlp(text)
    require(doc.text == text, "the text is another one")
    row = json_row(Record("a", "a", text), doc, tokens=True)
    json_text(row).encode()
    for name in ("gene_mentions", "propositional_terms", "entities"):
        for one in row.get(name, ()):
            place = text[one["start_char"] : one["end_char"]]
            require(place == one["text"], f"{one} is not in the text")
    json.dumps(row["tokens"])


def _all_seeds() -> list[bytes]:
    return [TEXT, *(case.text.encode() for case in CASES.values())]


TARGETS = [
    *map(_component, CASES),
    Target("pipeline", _whole, _all_seeds, WORDS, fields_mutator(WORDS), 1024),
]
