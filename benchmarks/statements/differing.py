"""Who differs: precision on sentences with a candidate cue, recall in works that were read whole.

``gold/cues.json`` has sentences with any of some eighty words such as "however", "unlike", "fail"
or "not", drawn by MD5 from CRAFT's articles and from groups of citances, and what readers said of
each: 1 where it differs from the work. ``gold/works.json`` has the sentences of whole works.
``gold/fresh.json`` has sentences of articles that were never looked at before: 100 that were found,
drawn by MD5, and 40 with a cue word that were not, read mixed and without the cue shown.

A sentence differs if it disagrees with the work, corrects it, does not confirm it, finds it
wanting, or sets itself against it, by figures or by what it does otherwise. It does not if only
things are compared ("unlike mice [3]"), if the work says it of others, or if it follows the work
and adds to it.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from spacy_citalign.statements.clause import SentenceMark
from spacy_citalign.statements.differing import find_difference

from ..common import data_folder
from ..recording import Table
from .articles import citing_sentences
from .marks import Sentence, marked_sentences
from .works import CORPORA, GOLD, read_works


def differing(*, dev: bool) -> list[Table]:
    """Return tables of precision and recall."""
    texts = dict(_sentences())
    labels = json.loads((GOLD / "cues.json").read_text(encoding="utf-8"))
    rows = []
    for name, corpora in (
        ("candidates of CRAFT", {"craft"}),
        ("candidates of groups", {"groups"}),
        ("a sample of what was found in groups before", {"shown"}),
    ):
        chosen = [one for one in labels if one["from"] in corpora and one["dev"] == dev]
        pairs = [(_differs(texts[one["work"], one["id"]]), one["labels"][0] == 1) for one in chosen]
        rows.append([name, str(len(pairs)), *_scores(pairs)])
    if not dev:
        rows += _fresh_rows()
    works = read_works(dev=dev)
    pairs = [
        (_differs(texts[work.key, one["id"]]), place in work.differing)
        for work in works
        for place, one in enumerate(_citances(work.key))
    ]
    rows.append([f"{len(works)} works read whole", str(len(pairs)), *_scores(pairs)])
    twice = [one["labels"] for one in labels if len(one["labels"]) > 1]
    same = sum(first == second for first, second in twice)
    note = f"Two readers of {len(twice)} of the candidates say the same of {same}."
    columns = ["sentences", "of them", "differ", "found", "P", "R"]
    return [Table("Who differs", columns, rows, [note])]


def _fresh_rows() -> list[list[str]]:
    """Return rows of what is found in articles that were never looked at before."""
    labels = json.loads((GOLD / "fresh.json").read_text(encoding="utf-8"))
    texts = {
        (name, key): sentence
        for name in sorted({one["from"] for one in labels})
        for key, sentence in citing_sentences(name)
    }
    rows = []
    for name, field in (("bmc-1", "biomedicine"), ("acl", "computing")):
        drawn = [one for one in labels if one["from"] == name and one["drawn"] == "found"]
        pairs = [(_differs(texts[name, one["id"]]), one["label"] == 1) for one in drawn]
        rows.append([f"fresh articles, {field}", str(len(pairs)), *_scores(pairs)])
    return rows


def _differs(sentence: Sentence) -> bool:
    return find_difference(*sentence) is not None


def _scores(pairs: list[tuple[bool, bool]]) -> list[str]:
    both = sum(ours and theirs for ours, theirs in pairs)
    ours, theirs = (sum(one[side] for one in pairs) for side in (0, 1))
    shares = (f"{both / total:.2f}" if total else "" for total in (ours, theirs))
    return [str(theirs), str(ours), *shares]


def group_rows() -> Iterator[dict[str, Any]]:
    """Yield the groups of citances of ``citation_integrity`` and ``scisumm``."""
    for corpus in CORPORA:
        path = data_folder() / f"{corpus}.jsonl"
        yield from map(json.loads, path.read_text(encoding="utf-8").splitlines())


def _citances(key: str) -> list[dict[str, Any]]:
    return next(row["citances"] for row in group_rows() if row["target"] == key)


def _sentences() -> Iterator[tuple[tuple[str, str], Sentence]]:
    """Yield all citing sentences by work and id, with their marks."""
    for row in group_rows():
        for citance, sentence in zip(row["citances"], marked_sentences(row), strict=True):
            yield (row["target"], citance["id"]), sentence
    for row in craft_rows():
        for citance in row["citances"]:
            marks = [
                SentenceMark(one["start"], one["end"], one["cites"]) for one in citance["citations"]
            ]
            yield (row["cited"]["key"], citance["id"]), (citance["text"], marks)


def craft_rows() -> list[dict[str, Any]]:
    """Return the groups of citances of CRAFT's articles, as `citalign citances` writes them."""
    return harvested_rows(data_folder() / "craft" / "nxml")


def harvested_rows(articles: Path) -> list[dict[str, Any]]:
    """Return the groups of citances of a folder or an archive of articles."""
    import spacy

    from spacy_citalign.app.answers.answer_options import AnswerOptions
    from spacy_citalign.app.answers.harvesting import harvest
    from spacy_citalign.inputs.records import Reading

    nlp = spacy.load("spacy_citalign")
    return [
        json.loads(group.line)
        for group in harvest([articles], nlp, AnswerOptions(reading=Reading(), n_process=1)).groups
    ]
