"""The treebank of the CRAFT corpus: full-text articles with gold words, tags and sentences.

Verspoor K. et al. (2012) "A corpus of full-text journal articles is a robust evaluation tool for
revealing differences in performance of biomedical natural language processing tools", BMC
Bioinformatics 13:207. A folder holds

    splits.json                  {"train": [PMID, ...], "dev": [...], "test": [...]}
    txt/PMID.txt                 the article's text
    conllu/PMID.conllu.gz        its words and sentences in CoNLL-U

The universal tags of these files are of the first version of Universal Dependencies (copulas are
VERB), so they are left out.
"""

import json
import re
from collections.abc import Collection, Iterator
from pathlib import Path

from ..errors import InputError, SettingError
from .conllu import TreebankText, read_conllu

_PMID = re.compile(r"\w[\w.-]*")  # the name of a file, and no path
_SHOWN = 40  # characters of a bad name that a message repeats


def read_craft(
    folder: str | Path, split: str, *, without: Collection[str] = ()
) -> Iterator[TreebankText]:
    """Yield the articles of a split in the order of ``splits.json``, their PMIDs as ids.

    Args:
        folder: as above.
        split: a name in ``splits.json``.
        without: PMIDs to leave out.

    Raises:
        InputError: a file is missing or not in its format.
        SettingError: there is no such split.
    """
    folder = Path(folder)
    for pmid in craft_articles(folder / "splits.json", split):
        if pmid not in without:
            text = craft_text(folder, pmid)
            for document in read_conllu(folder / "conllu" / f"{pmid}.conllu.gz", text=text):
                words = [word._replace(pos="") for word in document.words]
                yield document._replace(id=pmid, words=words)


def craft_text(folder: Path, pmid: str) -> str:
    """Return the text of an article, line ends as they are, since offsets count them.

    Raises:
        InputError: it cannot be read, or is not UTF-8.
    """
    file = folder / "txt" / f"{pmid}.txt"
    try:
        return file.read_bytes().decode()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(
            f"{file} cannot be read ({error}); give the folder of the CRAFT corpus"
        ) from error


def craft_articles(file: Path, split: str) -> list[str]:
    """Return the PMIDs of a split in the order of ``splits.json``.

    Raises:
        InputError: the file cannot be read, or names what is no PMID.
        SettingError: it names no such split.
    """
    try:
        splits = json.loads(file.read_text(encoding="utf-8"))
        names = {name: [str(pmid) for pmid in pmids] for name, pmids in splits.items()}
    except (OSError, ValueError, AttributeError, TypeError) as error:
        raise InputError(
            f"{file} cannot be read ({error}); give the folder of the CRAFT corpus"
        ) from error
    bad = next(
        (pmid for pmids in names.values() for pmid in pmids if not _PMID.fullmatch(pmid)), None
    )
    if bad is not None:
        raise InputError(
            f"{file} names an article {bad[:_SHOWN]!r}; give the PMIDs that its files have as names"
        )
    if split not in names:
        raise SettingError(f"split is {split!r}; {file} has {', '.join(names)}")
    return names[split]
