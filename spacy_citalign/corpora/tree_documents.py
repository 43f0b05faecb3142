"""Treebanks with trees: texts with words, tags and sentences, and the tree of each sentence.

CRAFT has a text and its trees in different files, whose sentences go together by number:

    txt/PMID.txt, conllu/PMID.conllu.gz    see ``craft``
    trees/PMID.tree                        the trees, one a line, see ``penn_trees``

Other treebanks, as that of the Wall Street Journal, are read from their trees alone, and each tree
is a text of its own with natural spacing.
"""

import logging
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ..errors import InputError
from .conllu import TreebankText, Word
from .craft import read_craft
from .penn_trees import PennSentence, read_penn_trees
from .text_spans import natural_text

logger = logging.getLogger(__name__)

# By the tag of a quote, how the Penn Treebank writes it.
_DIRECTED = {"``": {'"': "``", "'": "`"}, "''": {'"': "''"}}


class TreeDocument(NamedTuple):
    """A text with trees.

    Attributes:
        document: text, words and sentences.
        trees: one for each of its sentences, with the sentence's words; None where the corpus has a
            tree of other words.
    """

    document: TreebankText
    trees: list[PennSentence | None]


def read_craft_trees(
    folder: str | Path, split: str, *, without: Collection[str] = ()
) -> Iterator[TreeDocument]:
    """Yield the articles of a split of CRAFT in the order of ``splits.json``.

    How many trees are None is logged at the end.

    Args:
        folder: of the corpus.
        split: a name in ``splits.json``.
        without: PMIDs to leave out.

    Raises:
        InputError: a file is missing or not in its format, or an article has more or fewer trees
            than sentences.
        SettingError: there is no such split.
    """
    sentences = unpaired = 0
    for document in read_craft(folder, split, without=without):
        file = Path(folder) / "trees" / f"{document.id}.tree"
        gold_trees = list(read_penn_trees(file))
        if len(gold_trees) != len(document.sentences):
            raise InputError(
                f"{file} has {len(gold_trees)} trees for {len(document.sentences)} sentences; "
                "give text and trees of one article"
            )
        trees = [
            _paired(tree, document, first, last)
            for tree, (first, last) in zip(gold_trees, document.sentences, strict=True)
        ]
        sentences += len(trees)
        unpaired += trees.count(None)
        yield TreeDocument(document, trees)
    logger.info(
        "%d of %d sentences of the split %s have a tree of other words, which is left out",
        unpaired,
        sentences,
        split,
    )


def read_tree_files(paths: str | Path | Iterable[str | Path]) -> Iterator[TreeDocument]:
    """Yield each tree of files as a text of one sentence, with the id FILE:NUMBER.

    Trees are numbered from 1 in each file; one without words is left out.

    Raises:
        InputError: a file cannot be read or is not in the format.
    """
    for path in [paths] if isinstance(paths, str | Path) else paths:
        for number, tree in enumerate(read_penn_trees(path), start=1):
            if tree.words:
                yield TreeDocument(tagged_text(f"{path}:{number}", tree.words, tree.tags), [tree])


def tagged_text(name: str, words: Sequence[str], tags: Sequence[str]) -> TreebankText:
    r"""Return the words of a sentence, which has some, as a text with natural spacing.

    The tags `` and '' tell which quotes open and which close, so that a sentence may have one that
    closes in another.

    >>> document = tagged_text("1", ["So", "'", "flat", '"', "."], ["RB", "``", "JJ", "''", "."])
    >>> document.text, document.words[1]
    ('So \'flat".', Word(start=3, end=4, tag='``', pos='', lemma=''))
    """
    natural = natural_text(
        [_DIRECTED.get(tag, {}).get(word, word) for word, tag in zip(words, tags, strict=True)]
    )
    tagged = [
        Word(start, end, tag, "", "")
        for (start, end), tag in zip(natural.tokens, tags, strict=True)
    ]
    return TreebankText(name, natural.text, tagged, [(0, len(tagged))])


def _paired(
    tree: PennSentence, document: TreebankText, first: int, last: int
) -> PennSentence | None:
    """Return a tree with the words of a text, None if it has others.

    Some words of CRAFT's trees have the thin spaces around them that the text has.
    """
    words = [document.text[word.start : word.end] for word in document.words[first:last]]
    return tree._replace(words=words) if [word.strip() for word in tree.words] == words else None
