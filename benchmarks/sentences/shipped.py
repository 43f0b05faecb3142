"""The shipped model of sentences as a component: the figures that must not fall.

Docs are made as the readers of pairs of texts make them, in a blank pipeline with the tokenizer
that ships; German ones are compared by German stems. The best F of the gospels is over both pairs
with Luke, by all of Aland's rows and the paper's rule; all other figures are F of what the model
takes. Of English drafts, links of which both sentences have the same words are left out.
"""

import numpy as np

from spacy_citalign.components.base.shipped import SHIPPED, shipped_model
from spacy_citalign.components.readers.sentence_corpora import pair_doc
from spacy_citalign.errors import CitalignError
from spacy_citalign.sentences.methods import Links
from spacy_citalign.sentences.model import SentenceModel
from spacy_citalign.sentences.scoring import Curve, passage_curve
from spacy_citalign.sentences.settings import THRESHOLD

from ..recording import Figure, Table, check_floors, publish
from .curves import best_f
from .data import (
    ALAND,
    ENGLISH,
    GERMAN,
    TESTED_ON,
    Case,
    blank,
    gospels,
    passages,
    splits,
)
from .scores import counts, f_at, f_of
from .systems import LOW, System, run

FACTORY = "sentence_aligner"
VERSIONS_OF = ("Matthew", "Luke", "John")
BEST, VERSIONS = "gospels, best F", "KJV against WEB, F"
DRAFTS, ALUMNIPORTAL = "English drafts, changed, F", "German, Alumniportal, F"
GATE = {BEST: 0.75, VERSIONS: 0.985, DRAFTS: 0.915, ALUMNIPORTAL: 0.95}
"""What fails below; drafts and German have little more than that."""


def shipped(*, keep: bool) -> None:
    """Print the figures."""
    found = figures()
    if found:
        floors = {name: f"{floor:g}" for name, floor in GATE.items()}
        rows = [[name, f"{f:.4f}", floors.get(name, "-")] for name, f in found.items()]
        table = Table(f"{FACTORY} as it ships", ["", "F", "floor"], rows)
        publish("sentences", "What ships", [table], keep=keep)


def gate(*, keep: bool) -> None:
    """Check the floors; exit with status 1 where a figure is below its floor."""
    found = figures()
    gated = [Figure(name, found[name], floor) for name, floor in GATE.items() if name in found]
    check_floors("sentences", FACTORY, gated, keep=keep)


def figures() -> dict[str, float]:
    """Return all figures, 0 to 1; none, and a line is printed, if no model ships."""
    try:
        model = SentenceModel.from_bytes(shipped_model(FACTORY))
    except CitalignError as error:
        print(f"skipped: {error}")
        return {}
    systems = {language: component(language, model) for language in (ENGLISH, GERMAN)}
    curve = gospel_curve(systems[ENGLISH])
    versions = [gospels(("kjv", book), ("web", book)) for book in VERSIONS_OF]
    test = splits(dev=False)[0].test
    drafts, plain = (run(systems[language], test[language]) for language in (ENGLISH, GERMAN))
    parts = {
        VERSIONS: counts(run(systems[ENGLISH], versions)),
        "English drafts, all links, F": counts(drafts),
        DRAFTS: counts(drafts, only_changed=True),
        ALUMNIPORTAL: counts(one for one in plain if "Alumniportal" in one.case.source),
        "German, Bible, F": counts(one for one in plain if "bible" in one.case.source),
    }
    return {
        BEST: best_f(curve)[0],
        "gospels, F of what is taken": f_at(curve, THRESHOLD),
    } | {name: float(f_of(own.sum(axis=0))) for name, own in parts.items()}


def gospel_curve(system: System) -> Curve:
    """Return the curve of both pairs of gospels together."""
    parts = []
    for books in TESTED_ON:
        first, second = (("kjv", book) for book in books)
        own = run(system, [gospels(first, second)])[0]
        parts.append((own.every, passages(*books, ALAND)))
    return passage_curve(parts, capped=False)


def component(language: str, model: SentenceModel) -> System:
    """Return the component for texts of a language, with links down to what a curve needs."""
    nlp = blank(language)
    settings = {"weights": SHIPPED, "threshold": LOW, "language": language}
    nlp.add_pipe(FACTORY, config=settings)

    def links(case: Case) -> Links:
        records = nlp(pair_doc(nlp, case.texts))._.sentence_alignment or []
        pairs = np.array([one["sentences"] for one in records], dtype=np.int64).reshape(-1, 2)
        probabilities = np.array([one["probability"] for one in records])
        return Links(pairs[:, 0], pairs[:, 1], probabilities)

    return System(FACTORY, links, THRESHOLD, calibrated=True)
