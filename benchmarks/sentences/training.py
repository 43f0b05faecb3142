"""Training data of the models of sentences in the benchmark, and their training, each once.

The shipped model learns from drafts in English, and from a gospel in two translations; what of it
is held out, and the pieces of the gospel, are those of ``configs/scripts/verse_pairs.py``.
"""

import hashlib
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from configs.scripts.verse_pairs import verse_pairs
from spacy_citalign.sentences.model import SentenceModel
from spacy_citalign.sentences.training import TextPair, TrainingSettings, train

from ..common import data_folder
from .data import ENGLISH, Case, Passages, make_case, splits


def text_pair(one: Case, matching: Passages | None = None) -> TextPair:
    """Return a case to learn from: its links, or passages in their place."""
    if matching is None:
        return TextPair(one.first, one.second, one.links)
    return TextPair(one.first, one.second, None, matching)


def verse_pieces() -> list[TextPair]:
    """Return the pieces of a gospel in two translations that the shipped model learns from."""
    records = verse_pairs(data_folder())
    return [text_pair(make_case(record, record["id"], "gospels")) for record in records]


def shipped_recipe(drafts: Sequence[Case] | None = None) -> list[TextPair]:
    """Return what the shipped model learns from: drafts, by default all of train, and verses."""
    own = splits(dev=False)[0].train[ENGLISH] if drafts is None else drafts
    return [*map(text_pair, own), *verse_pieces()]


def trained(
    title: str, pairs: Sequence[TextPair], settings: TrainingSettings, folder: Path | None
) -> SentenceModel:
    """Train a model, or take it from a folder, where its name says pairs and settings alone."""
    seen = hashlib.md5(repr(settings).encode())
    for pair in pairs:
        known = pair.passages if pair.links is None else [pair.links]
        gold = [np.asarray(one).tolist() for some in known for one in some]
        seen.update(repr((pair.first, pair.second, gold)).encode())
    file = None if folder is None else folder / f"sentences-{seen.hexdigest()}.model"
    if file is not None and file.exists():
        return SentenceModel.from_bytes(file.read_bytes())
    begin = time.perf_counter()
    model = train(pairs, settings)
    print(f"trained in {time.perf_counter() - begin:.0f} s: {title}", file=sys.stderr, flush=True)
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(model.to_bytes())
    return model
