"""Who differs, with a probability: the model, its weights, and what it finds of real disputes.

``disputes/differs.jsonl`` has works with all their citing sentences and what a reader called them.
``gold/differs.json`` has sentences of CRAFT's articles (train and dev), the tulsi articles (works
that fewer than six of them cite) and ``scisumm``, found by wordings of disputes and of what looks
like them, by broad words of contrast and doubt, or ranked by an earlier model, and read by the same
rules. What was called DIFFERS or REPORTED at first was read again among 860 sentences, without the
first label: of 215 that had one, 202 were called the same (kappa .87), and the others had been
doubted once; the second reading holds. ``gold/differs_written.tsv`` has sentences written to teach.
They and the patterns were written after wrong ones had been read: other works will fare less well.

The probabilities are of a cross-validation in ten parts, by works; written sentences always teach,
and a sentence that cites two works never teaches where it is judged. Intervals are of 1,000 draws
of works. Sentences with ``doubt`` teach half, and are left out of what is measured; so are works
that a wrong identifier merged.
"""

import hashlib
import json
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import average_precision_score

from spacy_citalign.app.answers.row_answers import with_answer
from spacy_citalign.citations.marks.finder import find_citations
from spacy_citalign.components.citation_scopes import citing_sentence
from spacy_citalign.schema import WorkAnswer
from spacy_citalign.statements import COMPARES, DIFFERS
from spacy_citalign.statements.clause import SentenceMark
from spacy_citalign.statements.differing import find_difference
from spacy_citalign.statements.disagreement import find_disagreement, seen_cues
from spacy_citalign.statements.sentences import CitingSentence, touches

from ..calibration import expected_calibration_error
from ..common import data_folder
from ..recording import Table
from .differing import group_rows, harvested_rows
from .marks import marked_sentences
from .works import GOLD

PENALTY = 2.0  # C of the logistic regression, chosen by cross-validation
DOUBTED, WRITTEN = 0.5, 1.0  # weight of sentences with doubt, and of those that are written
CALIBRATED = -3.0  # least sum of the sentences that probabilities are fitted on
LEAST_SEEN = 2  # sentences that must have a feature
FOLDS, DRAWS, ROUNDED = 10, 1000, 2
_SIGNS = {"«": True, "{": False}
_HEAD = """\
# The weights of what is seen of a sentence that may differ from the work: by
# `python -m benchmarks.statements differing --weights`, a logistic regression on sentences that a
# reader labelled.
"""
Floats = NDArray[np.float64]


class Labelled(NamedTuple):
    """A citing sentence of a work, and what a reader called it."""

    corpus: str
    work: str
    sentence: CitingSentence
    differs: bool
    who: str
    doubt: bool
    mixed: bool


def dispute_tables(weights: Path | None = None) -> list[Table]:
    """Return the tables of what is found of disputes; write the weights of a model of all."""
    labelled = [*_open_half(), *_read(), *_written()]
    features = [_features(one.sentence) for one in labelled]
    if weights is not None:
        columns, model = _fitted(labelled, features)
        scale, shift = _calibration(labelled, _held_out_sums(labelled, features), None)
        shipped = scale * model.coef_[0]
        shipped[columns.vocabulary_["bias"]] += shift
        weights.write_text(_weights_file(columns, shipped), encoding="utf-8")
    found = _cross_validated(labelled, features)
    today = [find_difference(one.sentence.text, one.sentence.marks) for one in labelled]
    rules = np.array([one is not None for one in today], dtype=float)
    parts = {
        "disputes, open half": {"open"},
        "CRAFT, tulsi, scisumm": {"craft", "articles_tulsi", "scisumm"},
        "all": {"open", "craft", "articles_tulsi", "scisumm"},
    }
    rows = []
    for name, corpora in parts.items():
        chosen = [
            number
            for number, one in enumerate(labelled)
            if one.corpus in corpora and not one.doubt and not one.mixed
        ]
        rows.append(_row(name, labelled, chosen, found, DIFFERS))
        rows.append(_row(f"{name}: the rules before", labelled, chosen, rules, DIFFERS))
    return [
        Table(
            "Who differs, with a probability", _COLUMNS, rows, [_thirds(labelled, found), *_c13()]
        )
    ]


_COLUMNS = (
    "sentences",
    "of them",
    "differ",
    "shown",
    "P (95 %)",
    "R (95 %)",
    "AP",
    "Brier skill",
    "ECE > .2",
)


def _row(
    name: str, labelled: list[Labelled], chosen: list[int], found: Floats, least: float
) -> list[str]:
    """Return the row of some sentences; Brier skill and ECE only for probabilities."""
    gold = np.array([labelled[n].differs for n in chosen])
    own = found[chosen]
    shown = own >= least
    works = np.unique([labelled[n].work for n in chosen], return_inverse=True)[1]
    sums = np.zeros((works.max() + 1, 3))
    np.add.at(sums, works, np.column_stack([gold & shown, shown, gold]))
    draws = np.random.default_rng(0).integers(len(sums), size=(DRAWS, len(sums)))
    right, told, true = sums[draws].sum(1).T
    cells = []
    for share, whole in ((right, told), (right, true)):
        ends = np.percentile(share[whole > 0] / whole[whole > 0], [2.5, 97.5])
        value = (gold & shown).sum() / max(1, (shown if whole is told else gold).sum())
        cells.append(f"{value:.2f} ({ends[0]:.2f}-{ends[1]:.2f})")
    cells.append(f"{average_precision_score(gold, own):.3f}")
    if set(own) <= {0.0, 1.0}:
        cells += ["-", "-"]
    else:
        skill = 1 - ((own - gold) ** 2).mean() / ((gold.mean() - gold) ** 2).mean()
        above = own > COMPARES
        error = expected_calibration_error(own[above], gold[above])
        cells += [f"{skill:.3f}", f"{error:.3f} of {int(above.sum())}"]
    return [name, str(len(chosen)), str(int(gold.sum())), str(int(shown.sum())), *cells]


def _thirds(labelled: list[Labelled], found: Floats) -> str:
    """Return how many disagreements of a third work are found in the open half."""
    thirds = [n for n, one in enumerate(labelled) if one.corpus == "open" and one.who == "third"]
    told = sum(found[n] >= DIFFERS for n in thirds)
    sides = [
        (find_disagreement(one.sentence), one.who)
        for n, one in enumerate(labelled)
        if one.differs and one.corpus != "written" and found[n] >= DIFFERS
    ]
    right = sum(side is not None and side.who == who for side, who in sides)
    return (
        f"Open half, disagreements of a third work: {told} of {len(thirds)} found. Of {len(sides)} "
        f"true ones that are shown, in all, the side is told rightly of {right}."
    )


def _c13() -> list[str]:
    """Return what is shown of the twelve disputes and ten others written for a trial."""
    path = data_folder().parent / "cases" / "reader" / "c13_differs.jsonl"
    if not path.exists():
        return []
    row = WorkAnswer.model_validate_json(path.read_text(encoding="utf-8"))
    differing = {one.place for one in with_answer(row).differing}
    shown = [place in differing for place in range(len(row.citances))]
    return [f"c13, by the weights that ship: {sum(shown[:12])} of 12, and {sum(shown[12:])} of 10."]


def _open_half() -> list[Labelled]:
    path = data_folder() / "disputes" / "differs.jsonl"
    labelled = []
    for work in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
        for one in work["citances"]:
            text, label = one["text"], work["labels"].get(one["id"], {})
            given = sorted(map(tuple, {tuple(mark) for mark in one["marks"] or ()}))
            own = tuple(one["mark"] or ())
            marks = [SentenceMark(*mark, mark == own) for mark in given]
            marks += [
                SentenceMark(mark.start, mark.end, False)
                for mark in find_citations(text)
                if not touches(given, mark.start, mark.end)
            ]
            sentence = citing_sentence(text, sorted(marks))
            labelled.append(_labelled("open", work["work"], sentence, label, work["mixed"]))
    return labelled


def _labelled(
    corpus: str, work: str, sentence: CitingSentence, label: dict[str, Any], mixed: bool = False
) -> Labelled:
    differs = label.get("label") == "DIFFERS"
    doubt = differs and bool(label.get("doubt"))
    return Labelled(corpus, work, sentence, differs, label.get("who") or "", doubt, mixed)


def _read() -> list[Labelled]:
    """Return the sentences of ``gold/differs.json`` that are among the groups."""
    records = json.loads((GOLD / "differs.json").read_text(encoding="utf-8"))
    wanted = {(one["work"], one["id"]) for one in records}
    sentences: dict[tuple[str, str], CitingSentence] = {}
    for corpus, path in (("articles_tulsi", "articles.tar.xz"), ("craft", "nxml")):
        for row in harvested_rows(data_folder() / corpus / path):
            for one in row["citances"]:
                if (row["cited"]["key"], one["id"]) in wanted:
                    marks = [
                        SentenceMark(m["start"], m["end"], bool(m["cites"]))
                        for m in one["citations"]
                    ]
                    key = row["cited"]["key"], one["id"]
                    sentences[key] = citing_sentence(one["text"], marks)
    for row in group_rows():
        for one, (text, marks) in zip(row["citances"], marked_sentences(row), strict=True):
            if (row["target"], one["id"]) in wanted:
                sentences[row["target"], one["id"]] = citing_sentence(text, marks)
    return [
        _labelled(one["from"], one["work"], sentences[one["work"], one["id"]], one)
        for one in records
        if (one["work"], one["id"]) in sentences
    ]


def _written() -> list[Labelled]:
    labelled = []
    for line in (GOLD / "differs_written.tsv").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        who, signed = line.split("\t")
        text, marks = "", []
        for sign in signed:
            if sign in _SIGNS:
                start, cites = len(text), _SIGNS[sign]
            elif sign in "»}":
                marks.append(SentenceMark(start, len(text), cites))
            else:
                text += sign
        label = {"label": "DIFFERS" if who else "NEITHER", "who": who}
        labelled.append(_labelled("written", text, citing_sentence(text, marks), label))
    return labelled


def _features(sentence: CitingSentence) -> dict[str, float] | None:
    seen = seen_cues(sentence)
    return None if seen is None else dict.fromkeys(sorted(seen.names), 1.0)


def _fitted(
    labelled: list[Labelled], features: list[dict[str, float] | None], fold: int | None = None
) -> tuple[DictVectorizer, LogisticRegression]:
    """Return the model that the sentences teach, without those of a fold."""
    counts = Counter(name for one in features if one for name in one)
    held_out = {one.sentence.text for one in labelled if _fold(one) == fold}
    chosen = [
        n
        for n, one in enumerate(labelled)
        if features[n] is not None and not one.mixed and one.sentence.text not in held_out
    ]
    rows = [{name: 1.0 for name in features[n] or () if counts[name] >= LEAST_SEEN} for n in chosen]
    columns = DictVectorizer(sparse=False)
    model = LogisticRegression(C=PENALTY, max_iter=5000, fit_intercept=False)
    weights = [
        DOUBTED if labelled[n].doubt else WRITTEN if labelled[n].corpus == "written" else 1.0
        for n in chosen
    ]
    gold = [labelled[n].differs for n in chosen]
    return columns, model.fit(columns.fit_transform(rows), gold, sample_weight=weights)


def _fold(one: Labelled) -> int:
    """Return the part in which a sentence is judged, -1 for those that are written."""
    if one.corpus == "written":
        return -1
    return int(hashlib.md5(one.work.encode(), usedforsecurity=False).hexdigest(), 16) % FOLDS


def _cross_validated(labelled: list[Labelled], features: list[dict[str, float] | None]) -> Floats:
    """Return the probability of each sentence by models of other works, calibrated on others."""
    sums = _held_out_sums(labelled, features)
    found = np.zeros(len(labelled))
    for fold in range(FOLDS):
        scale, shift = _calibration(labelled, sums, fold)
        own = [n for n, one in enumerate(labelled) if _fold(one) == fold and features[n]]
        found[own] = 1 / (1 + np.exp(-(scale * sums[own] + shift)))
    return found


def _held_out_sums(labelled: list[Labelled], features: list[dict[str, float] | None]) -> Floats:
    """Return the weighted sum of each sentence by a model of other works, NaN without a cue."""
    sums = np.full(len(labelled), np.nan)
    for fold in range(FOLDS):
        columns, model = _fitted(labelled, features, fold)
        own = [n for n, one in enumerate(labelled) if _fold(one) == fold and features[n]]
        sums[own] = model.decision_function(columns.transform([features[n] for n in own]))
    return sums


def _calibration(labelled: list[Labelled], sums: Floats, fold: int | None) -> tuple[float, float]:
    """Return scale and shift by which sums tell probabilities, by real sentences of other works."""
    chosen = [
        n
        for n, one in enumerate(labelled)
        if sums[n] > CALIBRATED and not one.doubt and not one.mixed and _fold(one) != fold
        if one.corpus != "written"
    ]
    model = LogisticRegression(C=1e6).fit(sums[chosen, None], [labelled[n].differs for n in chosen])
    return float(model.coef_[0, 0]), float(model.intercept_[0])


def _weights_file(columns: DictVectorizer, weights: Floats) -> str:
    rows = zip(columns.get_feature_names_out(), weights, strict=True)
    lines = [f"{name}\t{weight:.{ROUNDED}f}" for name, weight in rows if abs(weight) >= 0.005]
    return _HEAD + "\n".join(lines) + "\n"
