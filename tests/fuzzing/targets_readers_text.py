"""Readers of articles, texts and treebanks."""

import gzip
from itertools import pairwise

from input_files import pubmed_article
from jats_files import cite, citing, jats, section

from spacy_citalign.citations.marks.finder import find_citations
from spacy_citalign.components.articles.reading import from_article
from spacy_citalign.corpora.conll import read_conll_chunks, read_conll_terms
from spacy_citalign.corpora.conllu import read_conllu
from spacy_citalign.corpora.io import text_lines
from spacy_citalign.corpora.penn_trees import base_phrases, parse_tree, read_penn_trees
from spacy_citalign.corpora.tree_documents import read_tree_files
from spacy_citalign.errors import InputError
from spacy_citalign.inputs.article_files import ArticleFile, read_file
from spacy_citalign.inputs.formats.jats.reader import read_jats
from spacy_citalign.inputs.formats.pubmed import read_pubmed
from spacy_citalign.inputs.records import Format, Reading
from tests.corpora.test_conll_chunks import FILE as CHUNKS
from tests.corpora.test_conll_spans import MARKED
from tests.corpora.test_conllu import FROGS, conllu
from tests.corpora.test_penn_trees import LEAF
from tests.fuzzing.mutation import fields_mutator
from tests.fuzzing.target import Target, drained, reader, require, require_spans, scratch_file
from tests.fuzzing.vocabulary import JATS_TREE, JATS_WORDS, PUBMED_TREE, PUBMED_WORDS, TEXT_WORDS
from tests.inputs.formats.test_jats import article, mark
from tests.inputs.formats.test_pubmed import BOOK, IDS

TEXT = (
    "Frogs hop in spring [3,5-7]. Smith et al. (2004) saw it (Lee, 1999; Lee and Ott, 2001a,b).\n"
    "Zork2 wakes toads.3,4 See refs 5\u20138.\r\n\r\nNewts \u03b2 sleep"
).encode()
_TREE_WORDS = tuple(b"( ) (NP (VP (-NONE- *T*-1) (NN -LRB- -RRB- (S (, ,) (TOP () \\/ =2 |".split())
_CONLLU_WORDS = (b"# newdoc", b"# newpar", b"# text = ", b"SpaceAfter=No", b"1-2\t", b"1.1\t", b"_")
_CONLL_WORDS = (b"-DOCSTART- (1)", b"B-A", b"I-A", b"E-NP", b"S-NP", b"O", b"\t", b"\n\n")


def jats_seeds() -> list[bytes]:
    """Articles with all kinds of marks and references."""
    table = (
        f"<table-wrap><label>1</label><caption><p>Hops {mark(4)}</p></caption><table><tr>"
        f"<td>a {mark(2)}</td><td>b</td></tr></table></table-wrap>"
    )
    body = (
        f"<sec><title>Results</title><p>Toads crawl [{mark(2)}-{mark(5)}, {mark(7)}].</p>"
        f"<p>Frogs<sup>{mark(1)},{mark(3)}</sup> &alpha; <italic>R. lacus</italic>.</p>{table}"
        f"<list><list-item><p>one {mark(9)}</p></list-item></list>"
        f"<fig><caption><p>A pond [{mark(12)}].</p></caption></fig></sec>"
    )
    front = (
        '<article-id pub-id-type="pmid">123</article-id><title-group><article-title>Ponds'
        "</article-title></title-group><contrib-group><contrib><name><surname>Lake</surname></name>"
        '</contrib></contrib-group><pub-date pub-type="ppub"><year>2003</year></pub-date>'
        "<abstract><p>We watched.</p></abstract>"
    )
    found = article(body, front=front, back="<ack><p>Thanks.</p></ack>")
    small = jats(section("Aim", citing("r1", "Frogs hop."), f"By {cite('r2 r3', 'Lee and Ott')}."))
    space = small.replace(b"<article>", b'<article xmlns="urn:x">', 1)
    return [found, small, space, b"\xff\xfe" + small.decode().encode("utf-16-le")]


def pubmed_seeds() -> list[bytes]:
    """An article and a chapter."""
    parts = (
        '<AbstractText Label="AIM">To see &lt; it.</AbstractText><AbstractText>On.</AbstractText>'
    )
    return [pubmed_article("5", abstract=parts, ids=IDS).encode(), BOOK.encode()]


def text_seeds() -> list[bytes]:
    """Plain texts that cite."""
    return [TEXT, b"\xef\xbb\xbf" + TEXT[:40]]


def _jats(data: bytes) -> None:
    for settings in ({}, {"captions": True, "tables": True}):
        found = read_jats(data, name="a.xml", most_bytes=1 << 20, **settings)
        require_spans(found.text, ((one.start, one.end) for one in found.citations), empty=True)
        places = [(one.start, one.end) for one in found.paragraphs]
        require_spans(found.text, places, empty=True)
        gaps = all(end + 1 == start for (_, end), (start, _) in pairwise(places))
        require(gaps, "paragraphs are not on lines of their own")
        require(all(one.work < len(found.works) for one in found.citations), "a work is missing")
        found.text.encode()
        from_article(found)


def _pubmed(data: bytes) -> None:
    found = read_pubmed(data, name="a.xml", most_bytes=1 << 20)
    require(bool(found.pmid), "has no PMID")
    found.text.encode()


def _article_text(data: bytes) -> None:
    file = ArticleFile(scratch_file("a.txt", data), "a.txt", True)
    ((_, content),) = read_file(file, Reading(Format.text))
    if isinstance(content, InputError):
        raise content
    text = content.text
    require_spans(text, [(mark.start, mark.end) for mark in find_citations(text)])


def _gzipped_lines(data: bytes) -> None:
    """The first byte says how much is cut off the end."""
    packed = gzip.compress(data[1:], compresslevel=1, mtime=0)
    cut = data[0] if data else 0
    drained(text_lines([scratch_file("a.gz", packed[: len(packed) - cut])]))


def _penn_trees(data: bytes) -> None:
    for tree in read_penn_trees(scratch_file("a.mrg", data)):
        require(len(tree.words) == len(tree.tags), "a word has no tag")
        base_phrases(tree)
    parse_tree(data.decode(errors="replace"))


def _conllu(data: bytes) -> None:
    for document in read_conllu(scratch_file("a.conllu", data)):
        require_spans(document.text, [(word.start, word.end) for word in document.words])


def _conll_terms(data: bytes) -> None:
    path = scratch_file("a.conll", data)
    for apart in (True, False):
        for document in read_conll_terms(path, hyphens_apart=apart):
            require_spans(document.text, document.terms)


def _trees() -> list[bytes]:
    return [LEAF.encode(), b"(S (NP (NN Growth)) (VP (VBZ slows)))"]


TARGETS = [
    Target("jats", _jats, jats_seeds, JATS_WORDS, JATS_TREE, 16384),
    Target("pubmed", _pubmed, pubmed_seeds, PUBMED_WORDS, PUBMED_TREE),
    Target("article_text", _article_text, text_seeds, TEXT_WORDS, fields_mutator(TEXT_WORDS), 8192),
    Target("gzipped_lines", _gzipped_lines, lambda: [b"\0Frogs.\nToads.\r\n"]),
    Target(
        "penn_trees", _penn_trees, lambda: [LEAF.encode()], _TREE_WORDS, fields_mutator(_TREE_WORDS)
    ),
    reader(
        "tree_files", read_tree_files, _trees, words=_TREE_WORDS, mutate=fields_mutator(_TREE_WORDS)
    ),
    Target(
        "conllu",
        _conllu,
        lambda: [conllu(FROGS).encode()],
        _CONLLU_WORDS,
        fields_mutator(_CONLLU_WORDS),
    ),
    reader(
        "conll_chunks",
        read_conll_chunks,
        lambda: [CHUNKS.encode()],
        words=_CONLL_WORDS,
        mutate=fields_mutator(_CONLL_WORDS),
    ),
    Target(
        "conll_terms",
        _conll_terms,
        lambda: [MARKED.encode()],
        _CONLL_WORDS,
        fields_mutator(_CONLL_WORDS),
    ),
]
