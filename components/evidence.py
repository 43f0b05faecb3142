"""The component ``evidence_ranker``: which sentences of a cited article a citance speaks of.

Task 1A of CL-SciSumm (Chandrasekaran et al. 2019, BIRNDL); the ranking is in
``spacy_citalign.evidence``.

``doc.spans["evidence"]`` has a span for each sentence that was found for a citance, best first, its
label the section; ``span_records`` keeps of each the ``confidence``, the ``citance``, as [how far
its first character is from the sentence's, its length], ``matches``, as [start, end, start, end],
characters of words from the beginning of the citance and of the sentence, ``opposite``, the same
with the kind behind it, and ``support`` of the citance, as [probability, coverage, telling words,
sentences, start and end of each missing word, ...]. A citance that nothing was found for is there
with itself as span and confidence 0. All of it is said from the sentence on, so evidence goes with
what is cut out of a Doc or joined. Getters are functions of this module, never raise, and return
None where nothing was looked for.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from spacy.language import Language
from spacy.tokens import Doc, Span
from spacy.training import Example
from spacy.util import registry

from ..words.settings import check_group, check_range, check_whole
from .base.extensions import install_getters
from .base.names import CITANCES, CITED_TEXT, EVIDENCE
from .base.pipes import register
from .base.settings import ModelSettings, build
from .base.span_records import SpanRecord, set_span_records, span_records
from .base.spans import text_of, text_place
from .base.trained import ModelPipe

if TYPE_CHECKING:
    from ..evidence.model import EvidenceModel  # noqa: F401 - of the class below
    from ..evidence.ranker import ClaimEvidence, EvidenceRanker  # noqa: F401 - of the class below
    from ..evidence.support import ClaimSupport
    from .evidence_training import CitingDoc

_CITANCE, _CONFIDENCE, _MATCHES = "citance", "confidence", "matches"
_OPPOSITE, _SUPPORT = "opposite", "support"
_STORED = (_CONFIDENCE, _CITANCE, _MATCHES, _OPPOSITE, _SUPPORT)
_KINDS = ("direction", "negation", "number")

Found = tuple["CitingDoc", list["ClaimEvidence"]] | None


@dataclass(frozen=True)
class EvidenceRankerSettings(ModelSettings):
    """Settings of ``evidence_ranker``.

    Attributes:
        citances: the span group of the citing sentences.
        cited_text: that of the cited article: a span for each sentence, paragraph or section, its
            label the section's title.
        limit: sentences for a citance at most.
        threshold: least probability of these; a citance whose best is below it has none.
    """

    citances: str = CITANCES
    cited_text: str = CITED_TEXT
    limit: int = 5
    threshold: float = 0.05

    def __post_init__(self) -> None:
        super().__post_init__()
        check_group("citances", self.citances)
        check_group("cited_text", self.cited_text)
        check_whole("limit", self.limit, 1, advice="give a whole number of sentences from 1 on")
        check_range("threshold", self.threshold, 0, 1, advice="give a probability from 0 to 1")


@register(
    "evidence_ranker",
    settings=EvidenceRankerSettings,
    scorer="citalign.EvidenceScorer.v1",
    extensions="evidence:install_extensions",
    requires=["doc.spans"],
    assigns=["doc.spans", "doc._.evidence", "span._.evidence"],
    score_weights={"evidence_mrr": 1.0, "evidence_p1": 0.0, "evidence_any3": 0.0},
)
class EvidenceRankerPipe(ModelPipe["EvidenceModel", "EvidenceRanker"]):
    """Sets ``doc.spans["evidence"]``, from which its attributes are read.

    ``doc._.evidence`` has a record for each citance, ``span._.evidence`` those of a span. All
    citances of a Doc are taken to cite the article in it. A Doc without citances or without an
    article is left as it is. Where the record of a citance has the sentence ``before`` that belongs
    to its citation, as ``citance_finder`` and ``read_articles`` put it there, that is ranked by,
    too. Probabilities are that an annotator would choose the sentence, and ``support`` that the
    article is the one that says it; no verdict whether it says what the citance says.
    """

    model_type = "evidence.model:EvidenceModel"
    runner_type = "evidence.ranker:EvidenceRanker"
    writes = EVIDENCE

    def initialize(
        self,
        get_examples: Callable[[], Iterable[Example]],
        *,
        nlp: Language | None = None,
        l2: float | None = 2000.0,
        folds: int | None = 8,
        texts: list[str] | None = [],
    ) -> None:
        """Train on the gold of the references, or keep the shipped weights.

        Gold is as ``evidence_training`` says. None stands for the default.

        Args:
            get_examples: gives the Examples.
            nlp: the pipeline that the component is in.
            l2: strength of the penalty on squared weights of standardised features.
            folds: parts of the articles, each ranked by a model of the others, that the calibration
                learns from.
            texts: files of scientific text, a sentence a line, plain or packed; none: the cited
                articles of the examples.

        Raises:
            InputError: the examples have nothing to learn from, or their gold is malformed.
            SettingError: a setting is unknown.
        """
        arguments = locals()
        if self.needs_training(nlp):
            from ..evidence.training import TrainingSettings, train
            from .evidence_training import cited_groups, term_frequencies

            settings = build(TrainingSettings, arguments)
            groups = cited_groups(get_examples(), self.settings.citances, self.settings.cited_text)
            self.use(train(groups, settings, frequencies=term_frequencies(texts, groups)))

    def predict(self, docs: list[Doc]) -> list[Found]:
        """Return the evidence in each Doc, leaving it as it is; None of Docs without an article."""
        from .evidence_training import citing

        settings, rank = self.settings, self.fitted_runner()
        limits = {"limit": settings.limit, "threshold": settings.threshold}
        read = [citing(doc, settings.citances, settings.cited_text) for doc in docs]
        return [
            given
            and (given, rank.evidence(given.texts, given.sentences, before=given.before, **limits))
            for given in read
        ]

    def set_annotations(self, docs: list[Doc], predictions: list[Found]) -> None:
        """Write the evidence."""
        for doc, prediction in zip(docs, predictions, strict=True):
            if prediction is not None:
                set_evidence(doc, *prediction)


def set_evidence(doc: Doc, given: "CitingDoc", rankings: Sequence["ClaimEvidence"]) -> None:
    """Write what was found.

    Args:
        doc: gets it.
        given: its citances and the article.
        rankings: for each citance its support and the sentences, best first.
    """
    spans: list[tuple[int, int]] = []
    labels: list[str] = []
    rows: list[tuple[Any, ...]] = []  # in the order of _STORED
    for (start, end), evidence in zip(given.citances, rankings, strict=True):
        size, support = end - start, _stored_support(evidence.support)
        if not evidence.places:
            spans.append((start, end))
            labels.append("")
            rows.append((0.0, [0, size], [], [], support))
        for choice in evidence.places:
            spans.append(given.spans[choice.sentence])
            labels.append(given.sentences[choice.sentence].section)
            matches = [[*first, *second] for first, second in choice.matches]
            opposite = [[*one.claim, *one.place, one.kind] for one in choice.opposite]
            distance = start - spans[-1][0]
            rows.append((choice.probability, [distance, size], matches, opposite, [*support]))
    columns = [list(column) for column in zip(*rows, strict=True)] or [[]] * len(_STORED)
    set_span_records(doc, EVIDENCE, spans, labels, dict(zip(_STORED, columns, strict=True)))


def get_evidence(doc: Doc) -> list[dict[str, Any]] | None:
    """Return a record for each citance; None where nothing was looked for.

    A record has ``start_char``, ``end_char`` and ``text`` of the citance, ``support``, and
    ``evidence``: a list of records, best first, [] where nothing likely was found. Each of these
    has ``start_char``, ``end_char`` and ``text`` of the sentence, ``section``, ``probability``,
    ``matches``: a list of {"citance": [start, end], "sentence": [start, end]}, characters of the
    Doc, and ``opposite``: a list of {"claim": [start, end], "place": [start, end], "kind":
    "direction", "negation" or "number"}, words by which the sentence says the opposite.

    ``support`` has ``probability``, that the text is of the article that says it, where it is that
    or another of its field equally often; ``coverage``, the share of the citance's information
    whose words stand in the text; ``telling``, how many telling words it has; ``missing``, [start,
    end] of those that the text has not; ``sentences``, how many the text has; and ``reasons`` in
    plain words. It is None where the model is of a release that did not tell it.
    """
    records = span_records(doc, EVIDENCE)
    if records is None:
        return None
    text = text_of(doc) if records else ""
    by_citance: dict[tuple[int, int], list[dict[str, Any]]] = {}
    supports: dict[tuple[int, int], dict[str, Any] | None] = {}
    for record in records:
        citance = _citance(record, len(text))
        if citance is None:
            continue
        evidence = by_citance.setdefault(citance, [])
        if citance not in supports:
            supports[citance] = _support(record.values.get(_SUPPORT), text, citance)
        probability = record.values.get(_CONFIDENCE)
        if isinstance(probability, float) and probability > 0:
            evidence.append(
                record.place(text)
                | {"section": record.label, "probability": probability}
                | {
                    _MATCHES: [
                        {"citance": first, "sentence": second}
                        for first, second, _ in _pairs(_MATCHES, record, citance)
                    ],
                    _OPPOSITE: [
                        {"claim": first, "place": second, "kind": rest[0]}
                        for first, second, rest in _pairs(_OPPOSITE, record, citance)
                        if rest and rest[0] in _KINDS
                    ],
                }
            )
    return [
        text_place(text, *citance) | {_SUPPORT: supports[citance], "evidence": evidence}
        for citance, evidence in by_citance.items()
    ]


def get_span_evidence(span: Span) -> list[dict[str, Any]] | None:
    """Return the evidence for the citances that overlap the span, as ``doc._.evidence`` has it.

    [] where there is none, None where nothing was looked for.
    """
    records = get_evidence(span.doc)
    if records is None:
        return None
    return [
        evidence
        for record in records
        if record["start_char"] < span.end_char and span.start_char < record["end_char"]
        for evidence in record["evidence"]
    ]


def _citance(record: SpanRecord, size: int) -> tuple[int, int] | None:
    """Return the characters of the record's citance, None where it is not there any more."""
    place = record.values.get(_CITANCE)
    if not (isinstance(place, list | tuple) and [*map(type, place)] == [int, int]):
        return None
    start, end = record.start + place[0], record.start + place[0] + place[1]
    return (start, end) if 0 <= start < end <= size else None


def _pairs(
    name: str, record: SpanRecord, citance: tuple[int, int]
) -> Iterator[tuple[list[int], list[int], list[Any]]]:
    """Yield characters of citance and sentence in the Doc, and what is stored behind them."""
    stored = record.values.get(name)
    for one in stored if isinstance(stored, list | tuple) else ():
        if isinstance(one, list | tuple) and [*map(type, one[:4])] == [int] * 4:
            first = [character + citance[0] for character in one[:2]]
            second = [character + record.start for character in one[2:4]]
            yield first, second, [*one[4:]]


def _stored_support(support: "ClaimSupport") -> list[float | int]:
    """Return support as it is kept, [] of a model that does not tell it."""
    if support.support is None:
        return []
    missing = [character for span in support.missing for character in span]
    return [support.support, support.coverage, support.telling, support.sentences, *missing]


def _support(stored: Any, text: str, citance: tuple[int, int]) -> dict[str, Any] | None:
    from ..evidence.support import ClaimSupport

    if not isinstance(stored, list | tuple) or len(stored) < 4 or len(stored) % 2:
        return None
    probability, coverage, telling, sentences, *characters = stored
    if not all(type(number) is int for number in (telling, sentences, *characters)):
        return None
    missing = tuple(zip(characters[::2], characters[1::2], strict=True))
    found = ClaimSupport(float(probability), float(coverage), telling, missing, sentences)
    return {
        "probability": found.support,
        "coverage": found.coverage,
        "telling": telling,
        "missing": [[start + citance[0], end + citance[0]] for start, end in missing],
        "sentences": sentences,
        "reasons": found.reasons(text[slice(*citance)]),
    }


def install_extensions() -> None:
    """Install the attributes of Docs and spans with evidence."""
    install_getters(Doc, evidence=get_evidence)
    install_getters(Span, evidence=get_span_evidence)


@registry.scorers("citalign.EvidenceScorer.v1")
def make_evidence_scorer(citances: str = CITANCES, cited_text: str = CITED_TEXT) -> Callable:
    """Make a scorer of the sentences that are found; gold is as ``evidence_training`` says.

    It returns (0..1; None where no example has such gold), of all citances with gold together:

    - ``evidence_p1``: the share whose first sentence is right;
    - ``evidence_mrr``: the mean of one over the rank of the first that is right, 0 for none;
    - ``evidence_any3``, ``evidence_any5``: the share with a right one among the first three, five;
    - ``evidence_f2``: the F of the first two.
    """
    return partial(score_evidence, citances=citances, cited_text=cited_text)


def score_evidence(
    examples: Iterable[Example], *, citances: str, cited_text: str, **_: Any
) -> dict[str, Any]:
    """Score ``example.predicted`` against ``example.reference``."""
    from ..evidence.scoring import score_rankings
    from .evidence_training import with_gold

    rankings: list[tuple[list[int], set[int]]] = []
    for example, given, gold in with_gold(examples, citances, cited_text):
        numbers = {span: number for number, span in enumerate(given.spans)}
        by_citance = {
            (record["start_char"], record["end_char"]): record["evidence"]
            for record in get_evidence(example.predicted) or ()
        }
        for span, chosen in zip(given.citances, gold, strict=True):
            ranking = [
                numbers.get((one["start_char"], one["end_char"]), -1)  # no sentence of gold: wrong
                for one in by_citance.get(span, ())
            ]
            rankings.append((ranking, set(chosen)))
    score = score_rankings(rankings)
    keys = ("p1", "mrr", "any3", "any5", "f2")
    return {f"evidence_{key}": getattr(score, key) if score.citances else None for key in keys}
