"""Other packages that extract terms or key phrases, as systems that mark a document's terms.

    pip install pyate textacy yake rake-nltk "numpy<2" "setuptools<82"
    python -m benchmarks.terms peers        # what Peer.top was chosen by

scispaCy wants the one limit (leave it out where it is not installed), pyate, which imports
pkg_resources, the other.

All are given Docs of the pipeline that ships: tokens, tags, lemmas and sentences, no parser;
yake reads the text alone. They return strings, so every occurrence in the document is marked. All
have their best setting by exact F on ACL RD-TEC train and dev, never test: the options named beside
each, and how many of the terms that they rank are kept.

Left out: pytextrank and textacy's noun chunks, which need a parser (spaCy's E029); KeyBERT, which
needs a model; spacy_ke and summa, whose methods textacy and yake have; pke, which is not on the
package index; topia.termextract, whose import fails in Python 3.
"""

import os
import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from statistics import StatisticsError
from typing import Any, NamedTuple

from ..common import ONE_THREAD, data_folder, markdown_table

os.environ.update(ONE_THREAD)  # read by the numeric libraries when spaCy imports them

import spacy
from spacy.language import Language
from spacy.tokens import Doc

from spacy_citalign.corpora.term_documents import read_term_documents
from spacy_citalign.terms.scoring import perfect

Span = tuple[int, int]
Ranker = Callable[[Doc], Sequence[str]]  # the terms of a document, best first

INSTALL = 'pip install pyate textacy yake rake-nltk "numpy<2" "setuptools<82"'
TOPS = (5, 10, 15, 20, 25, 30, 40, 50, 60, 80)
ALL = 1000  # more than an abstract has
_PIECE = re.compile(r"\w+|[^\w\s]")
_PUNCTUATION = frozenset(".,;:!?()[]{}\"'`-/%&*+=<>|")
_NOUNS = ["NN", "NNS", "NNP", "NNPS"]
# Hyphens are tokens of their own. Without them and participles it is 5 points worse.
_INSIDE = ["JJ", "VBN", "HYPH", *_NOUNS]
NOUN_PHRASE = [{"TAG": {"IN": _INSIDE}, "OP": "*"}, {"TAG": {"IN": _NOUNS}}]


class Peer(NamedTuple):
    """A method of a package.

    Attributes:
        name: the row's title, the package first.
        make: loads it for a pipeline's Docs; ImportError where it is not installed.
        top: how many terms of a document are kept.
    """

    name: str
    make: Callable[[Language], Ranker]
    top: int


class Found(NamedTuple):
    """Marked terms of each document, and the seconds that all took, given the Docs."""

    spans: list[list[Span]]
    seconds: float


def marked(text: str, terms: Iterable[str]) -> list[Span]:
    """Half-open characters of all occurrences of terms: longest first, none within another.

    White space beside punctuation makes no difference, since systems write it as they like.

    >>> marked("A rule-based parser. Parsers parse.", ["Rule - based parser", "parser", "parse"])
    [(2, 19), (29, 34)]
    """
    pieces = [match.span() for match in _PIECE.finditer(text)]
    words = [text[start:end].lower() for start, end in pieces]
    wanted = {tuple(_PIECE.findall(term.lower())) for term in terms} - {()}
    free = [True] * len(words)
    spans = []
    for size in sorted({len(term) for term in wanted}, reverse=True):
        for first in range(len(words) - size + 1):
            last = first + size
            if tuple(words[first:last]) in wanted and all(free[first:last]):
                free[first:last] = [False] * size
                spans.append((pieces[first][0], pieces[last - 1][1]))
    return sorted(spans)


def pyate(method: str) -> Callable[[Language], Ranker]:
    """A method of pyate, candidates being noun phrases and single words.

    Its own patterns let determiners and prepositions in, and it leaves single words out: C-value
    has an exact F of 21 with both, of 26 with single words, and of 36 with terms of two words at
    most instead of six.
    """

    def make(nlp: Language) -> Ranker:
        from pyate import TermExtraction
        from pyate.term_extraction_pipeline import MAPPING_TO_FUNCTION, TermExtractionPipeline

        TermExtraction.patterns = [NOUN_PHRASE]  # of all components made from now on
        function = MAPPING_TO_FUNCTION[method]
        component: Any = TermExtractionPipeline(nlp, function, have_single_word=True)

        def rank(doc: Doc) -> Sequence[str]:
            scores = component(doc)._.get(method)
            return scores.sort_values(ascending=False, kind="stable").index.tolist()

        return rank

    return make


def textacy(method: str, **options: Any) -> Callable[[Language], Ranker]:
    """A ranking method of textacy; ``normalize`` is not its default, as gold is as written."""

    def make(nlp: Language) -> Ranker:
        from textacy.extract import keyterms

        extract = getattr(keyterms, method)

        def rank(doc: Doc) -> Sequence[str]:
            try:
                return [term for term, _ in extract(doc, topn=1.0, **options)]
            except StatisticsError:  # its YAKE, of a text with one content word or none
                return []

        return rank

    return make


def textacy_matches(nlp: Language) -> Ranker:
    """textacy's matches of a pattern of tags."""
    from textacy.extract import token_matches

    return lambda doc: [span.text for span in token_matches(doc, [NOUN_PHRASE])]


def yake(nlp: Language) -> Ranker:
    """YAKE by its authors; terms of two words at most (with three, its default, 4 points less)."""
    from yake import KeywordExtractor

    extractor = KeywordExtractor(lan="en", n=2, top=max(TOPS))
    return lambda doc: [term for term, _ in extractor.extract_keywords(doc.text)]


def rake(nlp: Language) -> Ranker:
    """RAKE with spaCy's stop words and the Doc's sentences, so that it needs no data of NLTK."""
    from rake_nltk import Metric, Rake
    from spacy.lang.en.stop_words import STOP_WORDS

    def rank(doc: Doc) -> Sequence[str]:
        extractor = Rake(
            stopwords=STOP_WORDS,
            punctuations=_PUNCTUATION,
            ranking_metric=Metric.WORD_FREQUENCY,
            max_length=3,
            include_repeated_phrases=False,
            sentence_tokenizer=lambda _: [sentence.text for sentence in doc.sents],
            word_tokenizer=_PIECE.findall,  # hyphens end a phrase, as punctuation does
        )
        extractor.extract_keywords_from_text(doc.text)
        return extractor.get_ranked_phrases()

    return rank


_COUNTED = {"normalize": "lower", "window_size": 10, "edge_weighting": "count"}
PEERS = (
    Peer("pyate C-value", pyate("cvalues"), 50),
    Peer("pyate basic", pyate("basic"), ALL),
    Peer("pyate combo_basic", pyate("combo_basic"), ALL),
    Peer("textacy matches", textacy_matches, ALL),
    Peer("textacy SGRank", textacy("sgrank", normalize=None), 20),
    Peer("textacy TextRank", textacy("textrank", normalize="lower"), 20),
    Peer("textacy SingleRank", textacy("textrank", **_COUNTED), 15),
    Peer("textacy PositionRank", textacy("textrank", position_bias=True, **_COUNTED), 20),
    Peer("textacy sCAKE", textacy("scake", normalize="lower"), 25),
    Peer("textacy YAKE", textacy("yake", normalize=None, ngrams=range(1, 7)), ALL),
    Peer("yake", yake, 40),
    Peer("rake-nltk", rake, 20),
)


def installed(nlp: Language) -> Iterator[tuple[Peer, Ranker]]:
    """Load the peers for the Docs of a pipeline; name those that are left out."""
    for peer in PEERS:
        try:
            yield peer, peer.make(nlp)
        except ImportError as error:
            print(f"{peer.name} is left out: {error}; {INSTALL}")


def find(peer: Peer, rank: Ranker, docs: Sequence[Doc]) -> Found:
    """Mark the terms that a peer finds in Docs of the pipeline that it was loaded for."""
    for doc in docs[:2]:
        rank(doc)  # what it loads at its first call is not counted
    start = time.perf_counter()
    spans = [marked(doc.text, rank(doc)[: peer.top]) for doc in docs]
    return Found(spans, time.perf_counter() - start)


def choose() -> None:
    """Print the exact F of each peer on ACL RD-TEC train and dev by the number of terms kept."""
    nlp = spacy.load("spacy_citalign", enable=["sentence_boundary_detector", "perceptron_tagger"])
    files = [data_folder() / "acl_rd_tec" / f"{split}.jsonl" for split in ("train", "dev")]
    documents = list(read_term_documents(files))
    gold = {document.id: document.terms for document in documents}
    docs = list(nlp.pipe(document.text for document in documents))
    rows = []
    for peer, rank in installed(nlp):
        ranked = [(doc.text, rank(doc)) for doc in docs]
        cells = []
        for top in (*TOPS, ALL):
            found = (marked(text, terms[:top]) for text, terms in ranked)
            cells.append(f"{100 * perfect(gold, dict(zip(gold, found, strict=True))).f:.1f}")
        rows.append([peer.name, *cells])
    print(markdown_table(["exact F of the best", *map(str, TOPS), "all"], rows))
