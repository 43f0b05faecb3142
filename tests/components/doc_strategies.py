"""Docs as hypothesis draws them: any text, any tokens, and whatever may stand on a Doc before.

A recipe is a plain value, so that one Doc can be made as often as a test wants it, and an example
that failed can be read and kept.
"""

import math
import re
from itertools import cycle, islice
from typing import Any, NamedTuple

from blank_english import NLP as _BLANK
from contract_cases import CITING
from corpus import (
    citance_groups,
    gene_sentences,
    tagged_sentences,
    term_documents,
    text_pairs,
)
from hypothesis import strategies as st
from spacy.tokens import Doc, Span, SpanGroup
from spacy.vocab import Vocab

from spacy_citalign.components.citances.attributes import ENTRY

ABBREVIATIONS = ("._.", "abbreviations", None, None)  # where scispaCy's detector leaves them
GROUPS = (
    "citances",
    "texts",
    "base_phrases",
    "citations",
    "gene_mentions",
    "propositional_terms",
    "columns",
    "homologs",
    "aligned_sentences",
    "somebody's",
)


class Recipe(NamedTuple):
    """A Doc to be made.

    Attributes:
        words, spaces: the tokens; spaces are repeated as often as needed, as are the next two.
        starts: whether each token begins a sentence, None where nobody knows; empty: nobody does.
        tags: of tokens, empty for none.
        parsed: whether each word hangs on the one before.
        ents: half-open tokens, cut to the Doc; of overlapping ones the first counts.
        groups: of spans, each half-open tokens, cut to the Doc, and a label.
        attrs: of these groups.
        data: what stands in ``doc.user_data``; a ``size`` in it becomes that of the Doc.
    """

    words: tuple[str, ...]
    spaces: tuple[bool, ...] = (True,)
    starts: tuple[bool | None, ...] = ()
    tags: tuple[str, ...] = ()
    parsed: bool = False
    ents: tuple[tuple[int, int], ...] = ()
    groups: tuple[tuple[str, tuple[tuple[int, int, str], ...]], ...] = ()
    attrs: tuple[tuple[str, str, Any], ...] = ()
    data: tuple[tuple[Any, Any], ...] = ()

    def doc(self, vocab: Vocab) -> Doc:
        """Make the Doc."""
        words = list(self.words)
        size = len(words)
        given: dict[str, Any] = {}
        if self.tags:
            given["tags"] = list(islice(cycle(self.tags), size))
        if self.parsed:
            given |= {"heads": [max(i - 1, 0) for i in range(size)], "deps": ["dep"] * size}
        doc = Doc(vocab, words=words, spaces=list(islice(cycle(self.spaces), size)), **given)
        if self.starts and not self.parsed:
            for token, start in zip(doc, cycle(self.starts), strict=False):
                token.is_sent_start = start
        free = 0
        found = []
        for start, end in sorted(cut(span, size) for span in self.ents):
            if free <= start < end:
                found.append(Span(doc, start, end, label="THING"))
                free = end
        if found:
            doc.set_ents(found)
        for name, spans in self.groups:
            own = [Span(doc, *cut((a, b), size), label=label) for a, b, label in spans]
            attrs = {key: value for group, key, value in self.attrs if group == name}
            doc.spans[name] = SpanGroup(doc, name=name, spans=own, attrs=attrs)
        for key, value in self.data:
            fits = isinstance(value, dict) and "size" in value
            doc.user_data[key] = value | {"size": [size, len(doc.text)]} if fits else value
        return doc


def cut(span: tuple[int, int], size: int) -> tuple[int, int]:
    """Cut half-open tokens to a Doc of ``size`` of them; what is beyond is empty at its end."""
    start, end = (min(place, size) for place in span)
    return start, max(start, end)


_SENTENCES = [
    *(text for text, _ in gene_sentences()[:12]),
    *(" ".join(words) for words, *_ in tagged_sentences()[:6]),
    *(document.text for document in term_documents()[:4]),
    *[text for group in citance_groups() for text, _ in group][:10],
    *text_pairs()[0].first[:3],
    *text_pairs()[0].second[:3],
    *re.split(r"(?<=[.]) ", CITING),
]
_WORDS = sorted({word for text in _SENTENCES for word in re.findall(r"\w+|[^\w\s]", text)})
_ODD = [
    *("\n", "\r\n", "\n" * 60, "\t", "\u00a0", "\u2028", "\u0085", "\x00", "\x07", "\x1c"),
    *("e\u0301", "\u200b", "\u200d", "\ufe0f", "\u202e", "\U0001f469\u200d\U0001f52c", "\ufeff"),
    *("\u0130", "\u0131", "\u00df", "\ufb01", "\u03a3\u03c2", "\U0001d4d0", "\u216b", "\u00b2"),
    *(
        "\u2460",
        "\u0661\u0662",
        "\u4e2d\u6587",
        "\u0e44\u0e17\u0e22",
        "\u0915\u094d\u0937",
        "\ufffd",
    ),
    *("[1-9999999999]", "[3, 5-7]", "(Lee 1999a,b; O\u2019Hara et al. 2004)", "[[]", "[3-1]"),
    *("\u00b9\u00b2\u207b\u2074", "()[]{})(", "...", "-", "--", "et al.", "Fig. 2", "i.e."),
    *("TNF-\u03b1", "p21(WAF1)", "10.5555/x", "\ue000", "\ufffd", "\U0001f1e6"),
    *("x" * 3000, "ACGT" * 300, "1" * 400, "a." * 200, "-" * 500, "(" * 300, "\u0301" * 50),
]
_CHARACTERS = st.characters(exclude_categories=["Cs"])  # what spaCy's StringStore refuses
_FLAG = st.sampled_from([None, True, False])
_LABELS = st.sampled_from(["1", "2", "", "NP", "VP", "GENE", "Lee 1999", "\U0001f9ec\n", "x" * 300])
_PLACES = st.integers(0, 24)
_SPANS = st.tuples(_PLACES, _PLACES)
_TAGS = st.sampled_from(
    ["NN", "DT", "VBZ", "JJ", "IN", ".", ",", "-LRB-", "_SP", "", "ZZ", "\u00e9"]
)


def texts() -> st.SearchStrategy[str]:
    """Draw a text of any characters that spaCy takes, often with sentences of the corpus."""
    piece = st.one_of(
        st.sampled_from(_SENTENCES),
        st.sampled_from(_WORDS),
        st.sampled_from(_ODD),
        st.text(_CHARACTERS, max_size=8),
    )
    blank = st.sampled_from([" ", "", "\n", "  ", ". "])
    pairs = st.lists(st.tuples(piece, blank), max_size=10)
    return pairs.map(lambda found: "".join(map("".join, found)))


def tokens() -> st.SearchStrategy[tuple[tuple[str, ...], tuple[bool, ...]]]:
    """Draw words and spaces: those of spaCy's English tokenizer, or any at all."""
    word = st.one_of(
        st.sampled_from(_WORDS), st.sampled_from(_ODD), st.text(_CHARACTERS, min_size=1, max_size=5)
    )
    made = st.tuples(
        st.lists(word, max_size=24).map(tuple),
        st.lists(st.booleans(), min_size=1, max_size=3).map(tuple),
    )
    return st.one_of(texts().map(_tokenised), made)


def _tokenised(text: str) -> tuple[tuple[str, ...], tuple[bool, ...]]:
    doc = _BLANK.make_doc(text)
    return tuple(t.text for t in doc), tuple(bool(t.whitespace_) for t in doc) or (True,)


def few(values: st.SearchStrategy, most: int = 4) -> st.SearchStrategy[tuple]:
    """Draw a tuple of a few values, none as well."""
    return st.lists(values, max_size=most).map(tuple)


_OFFSETS = few(st.integers(-2, 60))
_STRINGS = few(st.sampled_from(["numbered", "", "Lee 1999", "a b"]))
_RATINGS = few(st.sampled_from([0.0, 0.5, 1.0, 2.0, -1.0, math.inf, math.nan]))
_PLAIN = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 3), _STRINGS, _RATINGS, _OFFSETS, st.just({})
)
_ATTRS = st.one_of(
    st.tuples(st.sampled_from(["start_char", "end_char"]), st.one_of(_OFFSETS, _PLAIN)),
    st.tuples(
        st.sampled_from(
            "confidence votes cohesion key style implied records cited columns regions anchors "
            "text text_start links".split()
        ),
        st.one_of(_PLAIN, few(_PLAIN)),
    ),
)


@st.composite
def short_forms(draw: st.DrawFn) -> dict[str, Any]:
    """Draw an abbreviation as scispaCy leaves it, somewhere among the first tokens."""
    start, end, first, last = (draw(st.integers(0, 8)) for _ in range(4))
    return {
        "short_start": start,
        "short_end": start + end,
        "short_text": "",
        "long_start": first,
        "long_end": first + last,
        "long_text": draw(st.sampled_from(["Zork protein", "", "\u0130"])),
    }


_STORED = st.fixed_dictionaries(
    {"size": st.none()},
    optional={
        "alignments": st.one_of(_PLAIN, few(_PLAIN), st.just([{"key": "1"}])),
        "tokens": st.one_of(_PLAIN, few(_PLAIN), st.just([[0, 1], [0, 9], [1]])),
    },
)
# What is kept of spans, whole or garbled, of places that may be cut away.
_KEPT = [
    ("._.", f"citalign_{name}", start, end)
    for name in ("gene_mentions", "propositional_terms", "citations")
    for start, end in ((0, 0), (0, 5), (-3, 2), (2, 9999))
]
_RECORDS = st.tuples(
    st.integers(-2, 9), st.integers(-2, 9), st.sampled_from(["GENE", "TERM", "3"]), _PLAIN
)
_SAVED = st.integers(-(2**63), 2**64 - 1)  # spaCy saves no others
_DATA = st.one_of(
    st.tuples(st.sampled_from(["title", "keywords"]), st.one_of(_PLAIN, texts())),
    st.tuples(st.just("keywords"), few(texts()).map(list)),
    st.tuples(st.just(ABBREVIATIONS), few(short_forms()).map(list)),
    st.tuples(st.just(ENTRY), st.one_of(_PLAIN, _STORED)),
    st.tuples(st.sampled_from(_KEPT), st.one_of(_PLAIN, few(_PLAIN), few(_RECORDS).map(list))),
    st.tuples(st.one_of(_SAVED, st.just("sentence_links")), _PLAIN),
)


@st.composite
def recipes(draw: st.DrawFn, *, groups: tuple[str, ...] = ()) -> Recipe:
    """Draw a Doc of up to some dozens of tokens; the groups named always stand on it."""
    words, spaces = draw(tokens())
    more = draw(st.one_of(st.just(()), few(st.sampled_from(GROUPS), 3)))
    names = tuple(dict.fromkeys([*groups, *more]))
    spans = few(st.tuples(_PLACES, _PLACES, _LABELS), 6)
    own = [draw(spans) for _ in names]
    attrs = few(st.tuples(st.sampled_from(names), _ATTRS), 3) if names else st.just(())
    return Recipe(
        words,
        spaces,
        starts=draw(st.one_of(st.just(()), few(_FLAG, 5))),
        tags=draw(st.one_of(st.just(("NN", "VBZ", "DT")), few(_TAGS, 6))),
        parsed=draw(st.sampled_from([False, False, False, True])),
        ents=draw(st.one_of(st.just(()), few(_SPANS))),
        groups=tuple(zip(names, own, strict=True)),
        attrs=tuple((name, *pair) for name, pair in draw(st.one_of(st.just(()), attrs))),
        data=draw(st.one_of(st.just(()), few(_DATA, 3))),
    )
