"""Sentences of words with their tags, and what is marked in documents of them."""

from collections.abc import Sequence

from hypothesis import strategies as st

from spacy_citalign.terms.texts import TaggedSentence


def read(tagged: str) -> TaggedSentence:
    """The sentence of "the/DT tree/NN"."""
    pairs = [token.rsplit("/", 1) for token in tagged.split()]
    return TaggedSentence([word for word, _ in pairs], [tag for _, tag in pairs])


def nouns(text: str) -> TaggedSentence:
    """The sentence of these words, all of them nouns."""
    words = text.split()
    return TaggedSentence(words, ["NN"] * len(words))


def marked(documents: list[list[TaggedSentence]], spans_of_documents: list) -> list[list[str]]:
    """The words of each span of each document."""
    found = []
    for document, spans in zip(documents, spans_of_documents, strict=True):
        words = [word for sentence in document for word in sentence.words]
        found.append([" ".join(words[a:b]) for a, b in spans])
    return found


def collections(words: Sequence[str], tags: Sequence[str], longest: int) -> st.SearchStrategy:
    """Draw up to three documents of up to three sentences of these words and tags."""
    pairs = st.lists(st.tuples(st.sampled_from(words), st.sampled_from(tags)), max_size=longest)
    sentences = pairs.map(lambda own: TaggedSentence([w for w, _ in own], [t for _, t in own]))
    return st.lists(st.lists(sentences, max_size=3), max_size=3)


any_words = collections(
    ["tree", "Trees", "nest-tree", "FTS", "of", "in", "and", ",", "(", ")", "deep", "-", ""],
    ["NN", "NNS", "JJ", "IN", "CC", "-LRB-", "VBN"],
    9,
)
few_words = collections(["a", "b", "C"], ["NN", "JJ", "IN", "VB"], 8)
