"""The weights of odd ones out, learned from planted sentences and from slips in real lists.

The odds of a sentence alone are those of a logistic regression. How well a sentence fits a work is
a conditional logit of which reference of its list it cites. A second regression joins the odds with
how much better the best other reference fits.
"""

import lzma
import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from sklearn.linear_model import LogisticRegression

from spacy_citalign.statements.odd import FEATURES, WITH_REFERENCES
from spacy_citalign.statements.references import FIT_FEATURES
from spacy_citalign.statements.sentences import stem_hash
from spacy_citalign.words.arrays import Floats
from spacy_citalign.words.english import content_stems

from ..common import data_folder
from .planting import CitedWork, Seen, disputed_works, other_works, planted, seen
from .references import Fits, MadeUpLists, Slip, fit_weights, gain, real_lists

RATE, TAUGHT = 0.01, 0.05  # planted sentences of all, in what is measured and in what teaches
PENALTY = 0.05  # C of the logistic regression
_STEMS, _LINES, _OF_FIELD = 6_000, 60_000, 0.4
_HEAD = """\
# The weights of what is seen of a citing sentence for its being out of place: by
# `python -m benchmarks.statements odd --weights`, a logistic regression on planted sentences.
"""
_FIT_HEAD = """\
# The weights of how well a citing sentence fits a work: by `python -m benchmarks.statements odd
# --weights`, a conditional logit of which reference of its list a sentence cites.
"""
_STEMS_HEAD = """\
# Hashes of stems by -log of the share of sentences of scientific text that they stand in: by
# `python -m benchmarks.statements odd --weights`.
"""


class Model(NamedTuple):
    """Weights by ``FEATURES``, ``FIT_FEATURES`` and ``WITH_REFERENCES``."""

    alone: Floats
    fit: Floats
    together: Floats

    def odds(self, features: Floats, fits: Sequence[Fits]) -> Floats:
        """Return the log odds of sentences whose lists of references are known: (P,)."""
        return _together(features @ self.alone, fits, self.fit) @ self.together


class Teaching:
    """All that teaches weights.

    Attributes:
        works: those under which sentences are planted.
        lists: of references of their articles.
        slips: sentences of real lists.
    """

    def __init__(self) -> None:
        self.works, every = disputed_works(), disputed_works(least=0)
        read = {work.key: work for work in [*disputed_works("odd_groups", 0), *every]}
        self.lists = MadeUpLists(
            [(one.key, one.title, one.ids, one.sentences) for one in read.values()]
        )
        self._every = [work.key for work in every]
        self._others = other_works()
        self._cited, self.slips = real_lists([work.title.lower() for work in every])

    def model(self, keep: Callable[[str], bool] = lambda _: True) -> Model:
        """Return what works teach, chosen by their keys."""
        works = [work for work in self.works if keep(work.key)]
        kept = {key for key in self._every if keep(key)}
        fit = fit_weights([*self._cited, *self.lists.taught(kept)])
        alone = taught(works, self._others)
        seeds = [
            seen(works, planted(works, 200 + seed, TAUGHT), lists=self.lists) for seed in range(4)
        ]
        slips = [one for one in self.slips if keep(one.work)]
        return Model(alone, fit, _taught_together(alone, fit, seeds, slips))


def taught(works: Sequence[CitedWork], others: Sequence[CitedWork]) -> Floats:
    """Return the weights that planted sentences teach, for ``RATE``: (F,) by ``FEATURES``."""
    parts = [seen(works, planted(works, 100 + seed, TAUGHT)) for seed in range(8)]
    parts.append(seen(works, planted(works, 108, TAUGHT), titles=False))
    if others:
        parts.append(seen(others, planted(others, 109, TAUGHT)))
    features = np.concatenate([one.features for one in parts])
    answers = np.concatenate([one.planted for one in parts])
    mean, spread = features.mean(axis=0), features.std(axis=0)
    mean[0], spread[spread == 0] = 0.0, 1.0
    model = LogisticRegression(C=PENALTY, max_iter=2000)
    model.fit((features - mean) / spread, answers)
    weights = model.coef_[0] / spread
    share = answers.mean()
    weights[0] = model.intercept_[0] - weights[1:] @ mean[1:]
    weights[0] += math.log(RATE / (1 - RATE)) - math.log(share / (1 - share))
    return weights


def _together(odds: Floats, fits: Sequence[Fits], weights: Floats) -> Floats:
    gains = [gain(one, weights) for one in fits]
    return np.column_stack([np.ones(len(odds)), odds, gains])


def _taught_together(
    alone: Floats, fit: Floats, seeds: Sequence[Seen], slips: Sequence[Slip]
) -> Floats:
    """Return the weights that planted sentences and slips teach, for ``RATE``: (3,)."""
    rows = [_together(one.features @ alone, one.fits, fit) for one in seeds]
    answers = [one.planted for one in seeds]
    kinds = np.array([one.kind != "" for one in slips])
    odds = np.array([one.features for one in slips]) @ alone
    rows.append(_together(odds, [one.fits for one in slips], fit))
    share = np.concatenate(answers).mean()
    # Slips count as often as planted ones, and all sentences of real lists as much as others.
    weights = [np.ones(len(one)) for one in answers]
    real = np.where(kinds, share / kinds.mean(), (1 - share) / (1 - kinds.mean()))
    weights.append(real * sum(map(len, answers)) / len(kinds))
    model = LogisticRegression(C=100.0, max_iter=2000)
    features = np.concatenate(rows)[:, 1:]
    model.fit(features, np.concatenate([*answers, kinds]), np.concatenate(weights))
    bias = model.intercept_[0] + math.log(RATE / (1 - RATE)) - math.log(share / (1 - share))
    return np.array([bias, *model.coef_[0]])


def write_weights(path: Path, model: Model) -> None:
    """Write the weights, and beside them those of references and the common stems."""
    pairs = [*zip(FEATURES, model.alone, strict=True)]
    pairs += zip(WITH_REFERENCES, model.together, strict=True)
    path.write_text(_HEAD + _lines(pairs), encoding="utf-8")
    fit = zip(FIT_FEATURES, model.fit, strict=True)
    path.with_name("reference_weights.tsv").write_text(_FIT_HEAD + _lines(fit), encoding="utf-8")
    _write_stems(path.with_name("common_stems.tsv"))


def _lines(pairs: Iterable[tuple[str, float]]) -> str:
    return "".join(f"{name}\t{weight:.3f}\n" for name, weight in pairs)


def _write_stems(path: Path) -> None:
    """Write the stems that most sentences have, by how many do."""
    general: Counter[str] = Counter()
    lines = 0
    for name in ("bmc-1", "bmc-2", "bmc-3", "bmc-4", "acl"):
        source = data_folder() / "articles_text" / f"{name}.txt.xz"
        with lzma.open(source, "rt", encoding="utf-8") as file:
            for line, _ in zip(file, range(_LINES), strict=False):
                general.update({*content_stems(re.sub(r"<\w+>", " ", line))})
                lines += 1
    field: Counter[str] = Counter()
    sentences = [one for work in disputed_works(least=0) for one in work.sentences]
    for one in sentences:
        field.update({*content_stems(one._replace(scope=()).claim())})
    least = general.most_common(_STEMS)[-1][1] / lines
    stems = {stem for stem, _ in general.most_common(_STEMS)}
    stems |= {stem for stem, count in field.items() if count >= 5}
    shares = {
        stem: (1 - _OF_FIELD) * general[stem] / lines + _OF_FIELD * field[stem] / len(sentences)
        for stem in stems
        if not stem.isdigit()
    }
    lists = defaultdict(list)
    for stem in sorted(shares):
        lists[f"{-math.log(max(shares[stem], least)):.1f}"].append(stem)
    rows = (
        f"{name}\t{' '.join(sorted(map(stem_hash, lists[name])))}\n"
        for name in sorted(lists, key=float)
    )
    path.write_text(_STEMS_HEAD + "".join(rows), encoding="utf-8")
