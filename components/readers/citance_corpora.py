"""Corpus readers of citances and of word alignments, for spaCy configs."""

from collections.abc import Iterator
from itertools import chain, groupby, islice
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from spacy.language import Language
from spacy.tokens import Doc, Span
from spacy.training import Example
from spacy.util import registry

from ...errors import SettingError
from ..base.names import CITANCE_GOLD, CITANCES, GOLD_WORDS, HOMOLOGS, WORD_LINKS
from ..base.spans import set_character_spans
from ..joining import join
from .gold_docs import Reader, files_to_train, required, stored_corpus_reader

if TYPE_CHECKING:
    from ...corpora.word_alignments import AlignedPair
    from ...schema import CitanceGroup


@registry.readers("citalign.CitanceGroups.v1")
def make_citance_group_reader(
    path: Path | list[Path] | None,
    partial: bool = False,
    weight: float = 1.0,
    limit: int = 0,
) -> Reader:
    """Make a reader of citance groups, a Doc for each.

    References have the citances in ``doc.spans["citances"]``, labelled with the group's key, and
    where all of them are annotated their aligned units in ``doc.spans["homologs"]`` and their words
    in ``doc.user_data["gold_words"]``. The Docs to be aligned have the citances. Citances without
    text are left out.

    Args:
        path: a file in JSON Lines (see ``spacy_citalign.row_files``), or several; an
            empty list is no group.
        partial: whether the annotation leaves out what is not of its subject, such as words that
            name no concept; words alike without a class may then be aligned or not.
        weight: how much each group counts in training.
        limit: read that many groups at most; 0 reads all.

    Raises:
        InputError: no path was given; at reading, a file is missing or not in its format.
    """
    files = files_to_train(path, "citance groups", "train.jsonl", "dev.jsonl")

    def read(nlp: Language) -> Iterator[Example]:
        from ...row_files import read_groups

        groups = chain.from_iterable(map(read_groups, files))
        for group in islice(groups, limit or None):
            texts = [citance.text for citance in group.citances if citance.text]
            if texts:
                reference = join(texts, nlp=nlp, key=CITANCES, labels=group.key)
                _annotate(reference, group, partial, weight)
                yield Example(join(texts, nlp=nlp, key=CITANCES, labels=group.key), reference)

    return read


def _annotate(doc: Doc, group: "CitanceGroup", partial: bool, weight: float) -> None:
    """Put gold on a Doc: aligned units, words, and what is to be known of them."""
    citances = [citance for citance in group.citances if citance.text]
    units: list[tuple[int, int]] = []
    classes: list[str] = []
    words: list[list[list[int]]] = []
    for span, citance in zip(doc.spans[CITANCES], citances, strict=True):
        if citance.words is None or citance.classes is None:
            return
        words.append([[span.start_char + place for place in word] for word in citance.words])
        pairs = zip(words[-1], citance.classes, strict=True)
        for label, run in groupby(pairs, key=itemgetter(1)):
            if label is not None:
                offsets = [word for word, _ in run]
                units.append((offsets[0][0], offsets[-1][1]))
                classes.append(label)
    keys = {"key": [group.key] * len(units)}
    set_character_spans(doc, HOMOLOGS, units, classes, attrs=keys)
    doc.user_data[GOLD_WORDS] = words
    doc.user_data[CITANCE_GOLD] = {"partial": partial, "weight": weight}


@registry.readers("citalign.WordAlignments.v1")
def make_word_alignment_reader(
    path: Path | None,
    format: Literal["multimwa", "pharaoh"] = "multimwa",  # noqa: A002 - a setting's name
    links: Path | None = None,
    one_based: bool = False,
    limit: int = 0,
) -> Reader:
    """Make a reader of sentence pairs with linked words, a Doc for each.

    Tokens are those of the file, with a line break between the sentences, which are two citances of
    a work named as the pair. References have ``doc.user_data["word_links"]``: ``{"sure": [[i, j],
    ...], "possible": [[i, j], ...]}``, tokens of the Doc. Pairs with an empty sentence are left
    out.

    Args:
        path: the file of pairs.
        format: ``"multimwa"``, or ``"pharaoh"``, which has the links in a file of their own.
        links: that file.
        one_based: whether its links count tokens from 1.
        limit: read that many pairs at most; 0 reads all.

    Raises:
        InputError: no path was given; at reading, a file is missing or not in its format.
        SettingError: the format is unknown, or ``links`` does not fit it.
    """
    if format not in ("multimwa", "pharaoh") or (links is None) == (format == "pharaoh"):
        raise SettingError(
            f"format is {format!r} and links is {links}; choose 'multimwa' without links or "
            "'pharaoh' with them"
        )
    file = required(path, "a file of aligned sentence pairs", "set path")

    def read(nlp: Language) -> Iterator[Example]:
        from ...corpora.word_alignments import read_multimwa, read_pharaoh

        if links is None:
            pairs = read_multimwa(file)
        else:
            pairs = read_pharaoh(file, links, one_based=one_based)
        for pair in islice(pairs, limit or None):
            if pair.first and pair.second:
                reference = _pair_doc(nlp, pair)
                offset = len(pair.first) + 1
                by_kind = {"sure": pair.sure, "possible": pair.possible}
                reference.user_data[WORD_LINKS] = {
                    kind: [[first, second + offset] for first, second in sorted(word_links)]
                    for kind, word_links in by_kind.items()
                }
                yield Example(_pair_doc(nlp, pair), reference)

    return read


def _pair_doc(nlp: Language, pair: "AlignedPair") -> Doc:
    parts = [pair.first, ("\n",), pair.second]
    words = [word for part in parts for word in part]
    spaces = [position < len(part) - 1 for part in parts for position in range(len(part))]
    second = len(pair.first) + 1
    starts: list[bool | int | None] = [token in (0, second) for token in range(len(words))]
    doc = Doc(nlp.vocab, words=words, spaces=spaces, sent_starts=starts)
    bounds = ((0, second - 1), (second, len(words)))
    doc.spans[CITANCES] = [Span(doc, *tokens, label=pair.id) for tokens in bounds]
    return doc


@registry.readers("citalign.CitanceCorpus.v1")
def make_citance_corpus_reader(
    path: Path | None, spans_key: str = CITANCES, limit: int = 0
) -> Reader:
    """Make a reader of ``.spacy`` files whose Docs to be aligned get the citances of the gold.

    spaCy's own reader gives them bare, so that an aligner would find nothing to align.

    Args:
        path: a file, or a folder of them.
        spans_key: the span group of the citances.
        limit: read that many Docs at most; 0 reads all.

    Raises:
        InputError: no path was given.
    """
    return stored_corpus_reader(path, limit, [spans_key])


@registry.readers("citalign.Corpora.v1")
def make_corpora_reader(*readers: Reader) -> Reader:
    """Make a reader that reads several corpora, one after the other."""

    def read(nlp: Language) -> Iterator[Example]:
        for reader in readers:
            yield from reader(nlp)

    return read
