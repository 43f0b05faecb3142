"""Docs of treebank documents, with gold words, tags, lemmas and sentence starts."""

from spacy.tokens import Doc
from spacy.vocab import Vocab

from ..corpora.conllu import TreebankText

SPACE_TAG = "_SP"
SPACE_POS = "SPACE"


def treebank_doc(vocab: Vocab, document: TreebankText) -> Doc:
    """Return a Doc whose text is the document's, with a token for every word.

    White space other than one blank after a word is a token too, as spaCy's tokenizer has it, and
    belongs to the sentence before; at the start of the text, to the first one.
    """
    text = document.text
    words: list[str] = []
    spaces: list[bool] = []
    tags: list[str] = []
    pos: list[str] = []
    lemmas: list[str] = []
    starts: list[bool | int | None] = []
    firsts = {first for first, _ in document.sentences}

    def add(word: str, tag: str, universal: str, lemma: str, start: bool) -> None:
        words.append(word)
        spaces.append(False)
        tags.append(tag)
        pos.append(universal)
        lemmas.append(lemma)
        starts.append(start)

    end = 0
    for number, word in enumerate([*document.words, None]):
        gap = text[end : len(text) if word is None else word.start]
        if gap.startswith(" ") and words:
            spaces[-1] = True
            gap = gap[1:]
        if gap:
            add(gap, SPACE_TAG, SPACE_POS, gap, False)
        if word is not None:
            end = word.end
            start = number in firsts and not (number == 0 and words)
            add(text[word.start : end], word.tag, word.pos, word.lemma, start)
    return Doc(
        vocab, words=words, spaces=spaces, tags=tags, pos=pos, lemmas=lemmas, sent_starts=starts
    )
