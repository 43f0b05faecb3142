"""Gold of corpora on Docs: words, tags, lemmas, sentence starts, labelled ranges of words."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from spacy.attrs import IDX, SENT_START
from spacy.language import Language
from spacy.tokens import Doc, Span, SpanGroup
from spacy.training import Example
from spacy.vocab import Vocab

from ...corpora.conllu import TreebankText
from ...errors import InputError, SettingError
from ..base.entities import with_entities_as_gold
from ..base.names import SPACE_POS, SPACE_TAG
from ..base.spans import copy_spans

Reader = Callable[[Language], Iterator[Example]]
Paths = Path | list[Path]
_COLUMNS = ("words", "spaces", "tags", "pos", "lemmas", "sent_starts")


def treebank_doc(vocab: Vocab, document: TreebankText) -> Doc:
    """Return a Doc whose text is the document's, with a token for every word.

    White space other than one blank after a word is a token too, as spaCy's tokenizer has it, and
    belongs to the sentence before; at the start of the text, to the first one.
    """
    text = document.text
    tokens: list[list[Any]] = []  # as in _COLUMNS
    firsts = {first for first, _ in document.sentences}
    end = 0
    for number, word in enumerate([*document.words, None]):
        gap = text[end : len(text) if word is None else word.start]
        if gap.startswith(" ") and tokens:
            tokens[-1][1] = True
            gap = gap[1:]
        if gap:
            tokens.append([gap, False, SPACE_TAG, SPACE_POS, gap, False])
        if word is not None:
            end = word.end
            start = number in firsts and not (number == 0 and tokens)
            tokens.append([text[word.start : end], False, word.tag, word.pos, word.lemma, start])
    columns: dict[str, Any] = dict(
        zip(_COLUMNS, map(list, zip(*tokens, strict=True)), strict=False)
    )
    return Doc(vocab, **columns)


def set_sentence_starts(doc: Doc, starts: Sequence[int]) -> None:
    """Begin a sentence at the token of each of these characters, ascending, and nowhere else.

    White space between sentences belongs to the one before; the first begins with the Doc.
    """
    begins = np.full(len(doc), -1, dtype=np.int64)
    begins[np.searchsorted(doc.to_array(IDX), starts, side="right") - 1] = 1
    begins[:1] = 1
    # All at once: token.is_sent_start looks through the whole Doc each time.
    doc.from_array([SENT_START], begins.astype(np.uint64))  # type: ignore[arg-type]


def set_word_spans(
    doc: Doc, key: str, labelled: Iterable[tuple[str, int, int]], document: TreebankText
) -> None:
    """Put labels with half-open ranges of the document's words into ``doc.spans[key]``.

    Between words the Doc has tokens of white space, which a span may hold but not begin or end
    with.
    """
    tokens = {start: token for token, start in enumerate(doc.to_array(IDX).tolist())}
    positions = [tokens[word.start] for word in document.words]
    spans = [
        Span(doc, positions[start], positions[end - 1] + 1, label=label)
        for label, start, end in labelled
    ]
    doc.spans[key] = SpanGroup(doc, name=key, spans=spans)


def without_annotations(doc: Doc, *, tags: bool = False, sentences: bool = False) -> Doc:
    """Return a Doc of the same tokens with nothing but tags and sentence starts, if wanted."""
    tokens = list(doc)
    return Doc(
        doc.vocab,
        words=[token.text for token in tokens],
        spaces=[bool(token.whitespace_) for token in tokens],
        tags=[token.tag_ for token in tokens] if tags else None,
        sent_starts=[token.is_sent_start for token in tokens] if sentences else None,
    )


def at_most(limit: int) -> int | None:
    """Return how many documents a reader yields at most, None for all.

    Raises:
        SettingError: the limit is negative.
    """
    if limit < 0:
        raise SettingError(f"limit is {limit}; give how many to read at most, or 0 for all")
    return limit or None


def listed(value: Any) -> list[Any]:
    """Return what a config names: one name or path, several, or none."""
    return [value] if isinstance(value, str | Path) else list(value or ())


def required(
    path: Paths | None, contents: str, advice: str = "set path to a file or a list of files"
) -> Any:
    """Return the path that a reader was given.

    Raises:
        InputError: it was given none.
    """
    if path is None:
        raise InputError(f"no path to {contents} was given; {advice}")
    return path


def files_to_train(path: Paths | None, contents: str, train: str, dev: str = "") -> list[Path]:
    """Return the files of a reader, which the command line of ``spacy train`` names.

    Raises:
        InputError: it names none; the message has the names that files to train and to evaluate
            with usually have, which may be the same.
    """
    advice = f"add --paths.train FOLDER/{train} --paths.dev FOLDER/{dev or train}"
    return list(map(Path, listed(required(path, contents, advice))))


def with_gold(
    examples: Iterable[Example],
    key: str,
    name: str,
    *,
    label: str = "",
    gold_labels: Collection[str] = (),
) -> list[Example]:
    """Return the Examples whose references have a span group.

    Args:
        examples: all.
        key: the group.
        name: what its spans are called in errors.
        label: of its spans, where entities are read in their place.
        gold_labels: labels of these entities; see ``with_entities_as_gold``.

    Raises:
        InputError: none has.
    """
    examples = with_entities_as_gold(examples, key, label, gold_labels)
    chosen = [eg for eg in examples if key in eg.reference.spans]
    if not chosen:
        labels = sorted({ent.label_ for eg in examples for ent in eg.reference.ents})
        advice = f"; or set gold_labels to those of their entities that are {name}, of {labels}"
        raise InputError(
            f'none of the {len(examples)} training examples has doc.spans["{key}"] in its '
            f"reference; put the gold {name} there (an empty group where there are none)"
            + (advice if gold_labels and labels else "")
        )
    return chosen


def stored_corpus_reader(
    path: Path | None,
    limit: int,
    keys: Sequence[str],
    copy: Callable[[Doc, Doc, str], None] = copy_spans,
) -> Reader:
    """Return a reader of Examples whose gold is copied in part; spaCy's own gives bare Docs.

    Args:
        path: a file, or a folder of them.
        limit: read that many Docs at most; 0 reads all.
        keys: span groups that gold must have for anything to be copied.
        copy: copies one of them from the reference to the Doc to be annotated.

    Raises:
        InputError: no path was given.
        SettingError: the limit is negative.
    """
    files = required(path, ".spacy files", "set path")
    at_most(limit)  # refuses a negative one

    def read(nlp: Language) -> Iterator[Example]:
        from spacy.training import Corpus

        for example in Corpus(files, limit=limit)(nlp):
            if all(key in example.reference.spans for key in keys):
                for key in keys:
                    copy(example.reference, example.predicted, key)
            yield example

    return read
