"""Gold links of sentences on Docs: how they are read, trained on, and scored against.

``doc.user_data["sentence_links"]`` is a list with an entry for each pair of texts that is
annotated, in one of two ways:

    {"texts": [0, 1], "links": [[i, j], ...]}
    {"texts": [0, 1], "passages": [[[i, ...], [j, ...]], ...]}

Texts are numbered as in ``doc.spans["texts"]``, sentences within their text, both from 0. Links say
which sentences match. Passages say which runs of sentences tell the same, not which of their
sentences match.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from spacy.attrs import IDX, SENT_START
from spacy.tokens import Doc
from spacy.training import Example
from spacy.util import registry

from ...errors import InputError
from ..base.names import SENTENCE_LINKS, TEXTS
from ..base.spans import copy_spans, prf, text_of
from .attributes import sentence_links
from .words import TextSentences, text_sentences

if TYPE_CHECKING:
    from ...sentences.methods import Links
    from ...sentences.training import TextPair
    from ...words.arrays import Ints

_SHOWN = 60  # characters of bad gold that a message repeats
_SHAPE = (
    '[{"texts": [0, 1], "links": [[i, j], ...]}, ...], or "passages": [[[i, ...], [j, ...]], ...] '
    "in place of links"
)

Passage = tuple[tuple[int, ...], tuple[int, ...]]


class GoldPair(NamedTuple):
    """What is known of two texts of a Doc.

    Attributes:
        texts: their numbers, ascending.
        links: numbers of sentences of the first and of the second text, ascending, none twice; None
            where passages are known.
        passages: the same of runs of sentences; None where links are known.
    """

    texts: tuple[int, int]
    links: tuple[tuple[int, int], ...] | None
    passages: tuple[Passage, ...] | None


def gold_pairs(doc: Doc, sizes: Sequence[int]) -> list[GoldPair]:
    """Return the gold of a Doc whose texts have so many sentences; [] where there is none.

    Raises:
        InputError: the gold is malformed, or names a text or a sentence that is not there.
    """
    stored = doc.user_data.get(SENTENCE_LINKS)
    if stored is None:
        return []
    try:
        pairs = [_pair(entry) for entry in stored]
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise InputError(
            f"doc.user_data[{SENTENCE_LINKS!r}] of {doc[:6].text!r}... is {str(stored)[:_SHOWN]}; "
            f"give {_SHAPE}"
        ) from error
    for pair in pairs:
        _check(pair, sizes, doc)
    return pairs


def copy_texts(source: Doc, target: Doc, spans_key: str) -> None:
    """Put the texts and the sentence starts of a Doc on another of the same text.

    Raises:
        InputError: what they say differs, or a text is empty.
    """
    copy_spans(source, target, spans_key)
    rows = source.to_array([IDX, SENT_START]).reshape(-1, 2).astype(np.int64)
    tokens = np.searchsorted(target.to_array([IDX]).reshape(-1), rows[:, 0], side="right") - 1
    starts = np.zeros(len(target), dtype=np.int64)
    for value in (-1, 1):  # what begins a sentence may share its token with what does not
        starts[tokens[rows[:, 1] == value]] = value
    target.from_array([SENT_START], starts.astype(np.uint64))  # type: ignore[arg-type]


def _pair(entry: Mapping[str, Any]) -> GoldPair:
    first, second = (_number(text) for text in entry["texts"])
    (kind,) = {"links", "passages"} & entry.keys()  # a ValueError where it is neither or both
    runs = entry[kind] if kind == "passages" else [([i], [j]) for i, j in entry[kind]]
    pairs = [(_numbers(rows), _numbers(columns)) for rows, columns in runs]
    if first > second:
        first, second = second, first
        pairs = [(columns, rows) for rows, columns in pairs]
    if kind == "passages":
        return GoldPair((first, second), None, tuple(pairs))
    links = {(i, j) for (i,), (j,) in pairs}
    return GoldPair((first, second), tuple(sorted(links)), None)


def _numbers(run: Iterable[Any]) -> tuple[int, ...]:
    return tuple(sorted({_number(number) for number in run}))


def _number(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int | np.integer):
        raise TypeError(f"{value!r} is no whole number")
    return int(value)


def _check(pair: GoldPair, sizes: Sequence[int], doc: Doc) -> None:
    first, second = pair.texts
    where = f"doc.user_data[{SENTENCE_LINKS!r}] of {doc[:6].text!r}..."
    if not 0 <= first < second < len(sizes):
        raise InputError(
            f"{where} has the texts {list(pair.texts)}; give two of the {len(sizes)} texts of the "
            "Doc, counted from 0"
        )
    passages = pair.passages or [((i,), (j,)) for i, j in pair.links or ()]
    for side, text in enumerate(pair.texts):
        named = sorted({number for passage in passages for number in passage[side]})
        wrong = [number for number in named if not 0 <= number < sizes[text]]
        if wrong:
            raise InputError(
                f"{where} names sentence {wrong[0]} of text {text}, which has {sizes[text]}, "
                "counted from 0"
            )


def text_pairs(
    examples: Iterable[Example],
    earlier: Callable[[Iterable[Doc]], Iterable[Doc]],
    spans_key: str,
    normalize: Sequence[str],
) -> list["TextPair"]:
    """Return the pairs of texts whose links or passages the references tell.

    Words are those that the component will see: of the texts as the components before it annotate
    them. Texts and sentences are those of the references.

    Args:
        examples: with texts and gold in their references.
        earlier: annotates Docs as the components before this one do.
        spans_key: the span group of the texts.
        normalize: see ``text_sentences``.

    Raises:
        InputError: no reference has texts and gold; gold is malformed; a Doc of an Example has
            another text than its reference.
    """
    examples = list(examples)
    chosen = [eg for eg in examples if _has_gold(eg.reference, spans_key)]
    if not chosen:
        raise InputError(
            f'none of the {len(examples)} training examples has doc.spans["{spans_key}"] and '
            f'doc.user_data["{SENTENCE_LINKS}"] in its reference; put the texts and the links of '
            "their sentences there, as the reader citalign.SentencePairs.v1 does"
        )
    pairs: list[TextPair] = []
    annotated = earlier(_with_texts(example, spans_key) for example in chosen)
    for example, doc in zip(chosen, annotated, strict=True):
        copy_texts(example.reference, doc, spans_key)  # their sentences are those that gold counts
        texts = text_sentences(doc, spans_key, normalize)
        gold = gold_pairs(example.reference, [len(text.spans) for text in texts])
        pairs += [_text_pair(texts, pair) for pair in gold]
    return pairs


def _has_gold(doc: Doc, spans_key: str) -> bool:
    return spans_key in doc.spans and SENTENCE_LINKS in doc.user_data


def _with_texts(example: Example, spans_key: str) -> Doc:
    """Return a copy of the Doc to be aligned, with the texts of its reference."""
    doc = example.predicted.copy()
    copy_texts(example.reference, doc, spans_key)
    return doc


def _text_pair(texts: list[TextSentences], gold: GoldPair) -> "TextPair":
    from ...sentences.training import TextPair

    first, second = (texts[number].words for number in gold.texts)
    if gold.links is not None:
        return TextPair(first, second, np.array(gold.links, dtype=np.int64).reshape(-1, 2))
    return TextPair(first, second, None, _arrays(gold))


def _arrays(gold: GoldPair) -> "list[tuple[Ints, Ints]]":
    passages = gold.passages or ()
    return [(np.array(rows, np.int64), np.array(columns, np.int64)) for rows, columns in passages]


@registry.scorers("citalign.SentenceScorer.v1")
def make_sentence_scorer(spans_key: str = TEXTS) -> Callable:
    """Make a scorer of links between sentences; gold is as above.

    It returns (0..1; None where no example has such gold), of all links together:

    - ``sentence_links_p/r/f``: precision, recall and F of links by both sentences' characters;
    - ``sentence_links_changed_f``: the same F of links whose sentences are not the same text;
    - ``sentence_passages_p/r/f``: where gold is passages, by the rule of the paper with its recall
      capped (``passage_curve`` in ``spacy_citalign.sentences.scoring``), of all links found;
    - ``sentence_diversity``: twice the links found to the sentences of both texts, the paper's
      measure of how much the texts have in common.
    """
    return partial(score_sentences, spans_key=spans_key)


def score_sentences(examples: Iterable[Example], *, spans_key: str, **_: Any) -> dict[str, Any]:
    """Score ``example.predicted`` against ``example.reference``."""
    from ...sentences.scoring import diversity
    from ...words.hit_counts import count_hits

    pairs = [pair for example in examples for pair in _pairs(example, spans_key)]
    scores = prf("sentence_links") | {"sentence_links_changed_f": None}
    scores |= prf("sentence_passages") | {"sentence_diversity": None}
    linked = [(pair, pair.gold.links) for pair in pairs if pair.gold.links is not None]
    if linked:
        total = count_hits((gold, pair.numbers) for pair, gold in linked)
        changed = count_hits(
            (pair.changed(gold), pair.changed(pair.numbers)) for pair, gold in linked
        )
        scores |= prf("sentence_links", total.precision, total.recall, total.f)
        scores["sentence_links_changed_f"] = changed.f if changed.predicted + changed.gold else None
    scores |= _passage_scores([pair for pair in pairs if pair.gold.passages is not None])
    if pairs:
        sizes = np.sum([pair.sizes for pair in pairs], axis=0).tolist()
        scores["sentence_diversity"] = diversity(sum(len(pair.numbers) for pair in pairs), *sizes)
    return scores


class _Pair(NamedTuple):
    """Two texts with gold, and what was found.

    Attributes:
        gold: what is known.
        sizes: gold sentences of both texts.
        numbers: the links found. Sentences that are none of gold have numbers of their own, after
            those of gold.
        probabilities: of these links.
        words: the words of the sentences of both texts, by number.
    """

    gold: GoldPair
    sizes: tuple[int, int]
    numbers: list[tuple[int, int]]
    probabilities: list[float]
    words: tuple[list[list[str]], list[list[str]]]

    def changed(self, links: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
        """Return the links whose sentences are not the same text, white space aside."""
        return [(i, j) for i, j in links if self.words[0][i] != self.words[1][j]]


def _pairs(example: Example, spans_key: str) -> Iterator[_Pair]:
    if not _has_gold(example.reference, spans_key):
        return
    texts = text_sentences(example.reference, spans_key)
    links = sentence_links(example.predicted) or []
    predicted_text = text_of(example.predicted)
    for gold in gold_pairs(example.reference, [len(text.spans) for text in texts]):
        pair_links = [link for link in links if link.texts == gold.texts]
        first, second = ({x: n for n, x in enumerate(texts[text].spans)} for text in gold.texts)
        sizes = len(first), len(second)
        numbers = [
            (first.setdefault(span, len(first)), second.setdefault(other, len(second)))
            for span, other in (link.spans for link in pair_links)
        ]
        words = [[predicted_text[slice(*x)].split() for x in text] for text in (first, second)]
        probabilities = [link.probability for link in pair_links]
        yield _Pair(gold, sizes, numbers, probabilities, (words[0], words[1]))


def _passage_scores(pairs: list[_Pair]) -> dict[str, Any]:
    from ...sentences.scoring import passage_curve

    if not pairs:
        return {}
    curve = passage_curve([(_links(pair), _arrays(pair.gold)) for pair in pairs], capped=True)
    precision, recall = (
        float(values[-1]) if len(values) else 0.0 for values in (curve.precision, curve.recall)
    )
    both = precision + recall
    return prf("sentence_passages", precision, recall, both and 2 * precision * recall / both)


def _links(pair: _Pair) -> "Links":
    from ...sentences.methods import Links

    columns = np.array(pair.numbers, dtype=np.int64).reshape(-1, 2).T
    return Links(columns[0], columns[1], np.array(pair.probabilities, dtype=np.float64))
