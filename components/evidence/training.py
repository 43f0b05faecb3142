"""Training of the evidence ranker: chosen sentences of Examples."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from spacy.language import Language
from spacy.training import Example

from ...errors import InputError
from ...evidence.frequencies import Frequencies, count_frequencies
from ...evidence.model import EvidenceModel
from ...evidence.training import CitedGroup, TrainingSettings
from ...evidence.training import train as train_ranker
from ..names import EVIDENCE_GOLD
from ..settings import build
from ..trained import ModelPipe
from .words import citing, evidence_gold


@dataclass(frozen=True)
class FrequencyTexts:
    """What frequencies of terms are counted in.

    Attributes:
        texts: files of scientific text, a sentence a line, plain or gzipped; none: the cited
            articles of the examples.
    """

    texts: tuple[str, ...] = ()


ARGUMENTS = (TrainingSettings, FrequencyTexts)
NOT_ARGUMENTS = ()


def train(
    pipe: ModelPipe,
    get_examples: Callable[[], Iterable[Example]],
    nlp: Language | None,
    arguments: Mapping[str, Any],
) -> EvidenceModel:
    """Return a model trained on the gold of the references; see ``gold``.

    Raises:
        InputError: the examples have nothing to learn from, or their gold is malformed.
        SettingError: a setting is unknown.
    """
    settings = build(TrainingSettings, arguments)
    files = build(FrequencyTexts, arguments).texts
    groups = cited_groups(get_examples(), pipe.settings.citances, pipe.settings.cited_text)
    return train_ranker(groups, settings, frequencies=_frequencies(files, groups))


def cited_groups(examples: Iterable[Example], citances: str, cited_text: str) -> list[CitedGroup]:
    """Return the articles of the references with citances and gold.

    Raises:
        InputError: none has them; gold is malformed.
    """
    groups = []
    count = 0
    for example in examples:
        count += 1
        given = citing(example.reference, citances, cited_text)
        gold = None if given is None else evidence_gold(example.reference, given)
        if given is not None and gold is not None:
            groups.append(CitedGroup(tuple(given.texts), tuple(given.sentences), gold))
    if not groups:
        raise InputError(
            f'none of the {count} training examples has doc.spans["{citances}"], '
            f'doc.spans["{cited_text}"] and doc.user_data["{EVIDENCE_GOLD}"] in its reference; put '
            "citances, article and chosen sentences there, as the reader "
            "citalign.CitedArticles.v1 does"
        )
    return groups


def _frequencies(files: Sequence[str], groups: Sequence[CitedGroup]) -> Frequencies:
    if not files:
        return count_frequencies(sentence.text for group in groups for sentence in group.sentences)
    from ...corpora.io import text_lines

    return count_frequencies(text_lines(files))
