"""Odd ones out: planted sentences of other works, and those that a reader found.

The works are those of ``disputes/differs.jsonl`` that eight articles and more cite, without mixed
ones. One foreign sentence in a hundred is planted, of another work of the file, every second of
them from the work with the likest title; ten seeds. Each work is judged by weights that other works
taught (five parts by MD5), and those of ``scisumm`` and ``citation_integrity``, with one sentence
in twenty planted; the probabilities are for one in a hundred. What a reader called odd counts
neither way. The peer is the cosine with the centroid of the sentences of other articles and with
the title, tf-idf of the group. The words of marks are looked at by none: a planted one has other
authors.

``--weights FILE`` writes the weights, and beside them ``common_stems.tsv``: the share of sentences
with a stem, in ``articles_text`` and (``_OF_FIELD`` of it) in ``differs.jsonl``.
"""

import hashlib
import json
import lzma
import math
import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from spacy_citalign.citations.finder import find_citations
from spacy_citalign.components.citations.scopes import citing_sentence
from spacy_citalign.statements.clause import SentenceMark
from spacy_citalign.statements.odd import FEATURES, SHOWN, WITH_REFERENCES, odd_features
from spacy_citalign.statements.references import FIT_FEATURES
from spacy_citalign.statements.sentences import CitingSentence
from spacy_citalign.statements.telling_words import stem_hash
from spacy_citalign.words.array_types import Floats
from spacy_citalign.words.function_words import content_stems
from spacy_citalign.words.spans import touches

from ..calibration import expected_calibration_error
from ..common import data_folder
from ..recording import Table
from .differing import group_rows
from .marks import marked_sentences
from .references import Fits, MadeUpLists, Slip, fit_weights, gain, real_lists

SEEDS, FOLDS = 10, 5
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


class CitedWork(NamedTuple):
    """A work with the sentences that cite it and their ids; the ids of those a reader found odd."""

    key: str
    title: str
    ids: tuple[str, ...]
    sentences: tuple[CitingSentence, ...]
    odd: frozenset[str] = frozenset()


class Seen(NamedTuple):
    """What is seen of the sentences of some works: features, whether planted, work, id, fits."""

    features: Floats
    planted: np.ndarray
    works: list[str]
    ids: list[str]
    fits: list[Fits]


class Model(NamedTuple):
    """Weights by ``FEATURES``, ``FIT_FEATURES`` and ``WITH_REFERENCES``."""

    alone: Floats
    fit: Floats
    together: Floats

    def odds(self, features: Floats, fits: Sequence[Fits]) -> Floats:
        """Return the log odds of sentences whose lists of references are known: (P,)."""
        return _together(features @ self.alone, fits, self.fit) @ self.together


def odd_tables(weights: Path | None = None) -> list[Table]:
    """Return the tables of planted and real odd ones; write the weights if a file is named."""
    works, every = disputed_works(), disputed_works(least=0)
    if weights is not None:
        _write_stems(weights.with_name("common_stems.tsv"))
    others = _other_works()
    read = {work.key: work for work in [*disputed_works("odd_groups", 0), *every]}
    lists = MadeUpLists([(one.key, one.title, one.ids, one.sentences) for one in read.values()])
    teaching, slips = real_lists([work.title.lower() for work in every])

    def learned(keep: Callable[[str], bool]) -> Model:
        kept = [work for work in works if keep(work.key)]
        fit = fit_weights([*teaching, *lists.taught({one.key for one in every if keep(one.key)})])
        alone = taught(kept, others)
        seeds = [seen(kept, planted(kept, 200 + seed, TAUGHT), lists=lists) for seed in range(4)]
        return Model(
            alone, fit, _taught_together(alone, fit, seeds, [s for s in slips if keep(s.work)])
        )

    models = [learned(lambda key, fold=fold: fold_of(key) != fold) for fold in range(FOLDS)]
    if weights is not None:
        _write_weights(weights, learned(lambda _: True))
    return [
        _planted_table(works, models, lists),
        _slips_table(slips, models),
        *_real_tables(models, lists),
    ]


def _write_weights(path: Path, model: Model) -> None:
    pairs = [*zip(FEATURES, model.alone, strict=True)]
    pairs += zip(WITH_REFERENCES, model.together, strict=True)
    path.write_text(_HEAD + _lines(pairs), encoding="utf-8")
    fit = path.with_name("reference_weights.tsv")
    fit.write_text(_FIT_HEAD + _lines(zip(FIT_FEATURES, model.fit, strict=True)), encoding="utf-8")


def disputed_works(file: str = "differs", least: int = 8) -> list[CitedWork]:
    """Return the works of a file that so many articles cite, without mixed ones."""
    folder = data_folder() / "disputes"
    odd = defaultdict(set)
    for one in _records(folder / "odd.jsonl"):
        odd[one["work"]].add(one["id"])
    works = []
    for one in _records(folder / f"{file}.jsonl"):
        if not one.get("mixed") and one["articles"] >= least:
            ids = tuple(citance["id"] for citance in one["citances"])
            sentences = tuple(_sentence(citance) for citance in one["citances"])
            known = frozenset(odd[one["work"]].union(one.get("odd", ())))
            works.append(CitedWork(one["work"], one["title"], ids, sentences, known))
    return works


def _records(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _sentence(citance: dict) -> CitingSentence:
    text = citance["text"]
    own = [SentenceMark(start, end, True) for start, end in citance["marks"]]
    spans = [mark[:2] for mark in own]
    found = (SentenceMark(mark.start, mark.end, False) for mark in find_citations(text))
    marks = [*own, *(mark for mark in found if not touches(spans, mark.start, mark.end))]
    return citing_sentence(text, sorted(marks), article=citance["source"])


def _other_works() -> list[CitedWork]:
    """Return the works of the other corpora."""
    works = []
    for row in group_rows():
        ids = tuple(citance["id"] for citance in row["citances"])
        sentences = tuple(
            citing_sentence(text, marks, article=citance.get("citing"))
            for citance, (text, marks) in zip(row["citances"], marked_sentences(row), strict=True)
        )
        works.append(CitedWork(row["target"], row.get("title") or "", ids, sentences))
    return works


def fold_of(key: str) -> int:
    """Return the part of a work in the cross-validation."""
    return int(hashlib.md5(key.encode(), usedforsecurity=False).hexdigest(), 16) % FOLDS


def planted(works: Sequence[CitedWork], seed: int, rate: float) -> Mapping[str, list]:
    """Return the foreign sentences of some works: pairs of id and sentence, by key.

    The id says before it how its work was drawn, "any" or "likest", and which it is.
    """
    draw = random.Random(seed)
    nearest = _likest_titles([work.title for work in works])
    hosts = [number for number, work in enumerate(works) for _ in work.ids]
    foreign: dict[str, list] = defaultdict(list)
    for number in range(round(rate * len(hosts))):
        host = draw.choice(hosts)
        donor = draw.choice([one for one in range(len(works)) if one != host])
        way = "likest" if number % 2 and works[host].title else "any"
        if way == "likest":
            donor = nearest[host]
        own = {sentence.text for sentence in works[host].sentences}
        pairs = [
            (f"{way}\t{works[donor].key}\t{name}", sentence)
            for name, sentence in zip(works[donor].ids, works[donor].sentences, strict=True)
            if sentence.text not in own and name not in works[donor].odd
        ]
        if pairs:
            foreign[works[host].key].append(draw.choice(pairs))
    return foreign


def _likest_titles(titles: Sequence[str]) -> list[int]:
    vectors = TfidfVectorizer(analyzer=content_stems).fit_transform([*titles, "none"])[:-1]
    alike = (vectors @ vectors.T).toarray()
    np.fill_diagonal(alike, -1)
    return alike.argmax(axis=1).tolist()


def seen(
    works: Sequence[CitedWork],
    foreign: Mapping[str, list],
    *,
    titles: bool = True,
    lists: MadeUpLists | None = None,
) -> Seen:
    """Return what is seen of all sentences but those that a reader found odd."""
    features, is_planted, keys, ids, fits = [], [], [], [], []
    for work in works:
        sentences = [*work.sentences, *(sentence for _, sentence in foreign.get(work.key, ()))]
        names = [*work.ids, *(name for name, _ in foreign.get(work.key, ()))]
        places, rows = odd_features(sentences, work.title if titles else "")
        for place, row in zip(places, rows, strict=True):
            if place >= len(work.ids) or names[place] not in work.odd:
                features.append(row)
                is_planted.append(place >= len(work.ids))
                keys.append(work.key)
                ids.append(names[place])
                home, _, name = names[place].rpartition("\t")
                if lists is not None:
                    fits.append(lists.fits(work.key, home.partition("\t")[2] or work.key, name))
    return Seen(np.array(features), np.array(is_planted), keys, ids, fits)


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
    rows.append(
        _together(
            np.array([one.features for one in slips]) @ alone, [one.fits for one in slips], fit
        )
    )
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


def probabilities(odds: Floats) -> Floats:
    """Return probabilities of log odds."""
    return 1 / (1 + np.exp(-odds))


def _planted_table(
    works: Sequence[CitedWork], models: Sequence[Model], lists: MadeUpLists
) -> Table:
    figures: dict[str, list[tuple[float, float]]] = defaultdict(list)
    calibration = []
    for seed in range(SEEDS):
        foreign = planted(works, seed, RATE)
        table = seen(works, foreign, lists=lists)
        fold = [fold_of(key) for key in table.works]
        found = probabilities(
            np.array(
                [
                    models[number].odds(row, [fits])[0]
                    for number, row, fits in zip(
                        fold, table.features[:, None], table.fits, strict=True
                    )
                ]
            )
        )
        alone = [models[n].alone @ row for n, row in zip(fold, table.features, strict=True)]
        figures["this, without lists of references"].append(
            _figures(table.planted, np.array(alone))
        )
        calibration.append((found, table.planted))
        figures["this"].append(_figures(table.planted, found))
        for way in ("any", "likest"):
            drawn = np.array([name.startswith(f"{way}\t") for name in table.ids])
            kept = drawn | ~table.planted
            figures[f"this, of {way} other work"].append(_figures(drawn[kept], found[kept]))
        figures["peer"].append(_figures(table.planted, _peer(works, foreign, table)))
    shares, hits = (np.concatenate([one[side] for one in calibration]) for side in (0, 1))
    shown = shares >= SHOWN
    brier = 1 - ((shares - hits) ** 2).mean() / (hits.mean() * (1 - hits.mean()))
    notes = [
        f"{len(works)} works, {sum(len(work.ids) for work in works)} sentences; means over seeds, "
        "and the least and most.",
        f"Expected calibration error {expected_calibration_error(shares, hits):.4f}; Brier skill "
        f"against the share of planted ones {brier:.3f}; of {shown.sum()} sentences at {SHOWN} and "
        f"above (all seeds) {hits[shown].mean():.2f} are planted, "
        f"{hits[shown].sum() / hits.sum():.2f} of all planted.",
    ]
    columns = ["system", "AUC", "found in the first 1 %"]
    rows = [[name, *_mean(one)] for name, one in figures.items()]
    return Table("Planted odd ones", columns, rows, notes)


def _slips_table(slips: Sequence[Slip], models: Sequence[Model]) -> Table:
    """Return how slips in real lists are found, and how often the right reference is named."""
    own = [models[fold_of(one.work)] for one in slips]
    together = np.array(
        [m.odds(s.features[None], [s.fits])[0] for m, s in zip(own, slips, strict=True)]
    )
    alone = np.array([model.alone @ one.features for model, one in zip(own, slips, strict=True)])
    scores = [one.fits @ model.fit for model, one in zip(own, slips, strict=True)]
    first = np.array([1 + one[1:].argmax() if len(one) > 1 else 0 for one in scores])
    right = first == [one.right for one in slips]
    kinds = np.array([one.kind for one in slips])
    rows = []
    for kind in ("any", "neighbour"):
        kept = (kinds == kind) | (kinds == "")
        for name, odds in (("this", together), ("this, without lists of references", alone)):
            least = np.quantile(odds[kinds == ""], 0.97)
            auc = roc_auc_score(kinds[kept] == kind, odds[kept])
            share = (odds[kinds == kind] > least).mean()
            named = [f"{right[kinds == kind].mean():.2f}"] if name == "this" else [""]
            rows.append(
                [
                    f"{name}, {kind}",
                    f"{(kinds == kind).sum()}",
                    f"{auc:.3f}",
                    f"{share:.3f}",
                    *named,
                ]
            )
    works, natural = len({one.work for one in slips}), (kinds == "").sum()
    notes = [
        f"{works} works, {natural} sentences without slips; chance would name the right "
        f"reference in {np.mean([1 / max(len(one.fits) - 1, 1) for one in slips]):.2f}."
    ]
    columns = ["system, slips", "of them", "AUC", "found where 3 % of others are", "rightly named"]
    return Table("Slips in real lists of references", columns, rows, notes)


def _figures(answers: np.ndarray, scores: Floats) -> tuple[float, float]:
    first = np.argsort(-scores, kind="stable")[: round(0.01 * len(scores))]
    return roc_auc_score(answers, scores), answers[first].sum() / answers.sum()


def _mean(figures: Sequence[tuple[float, float]]) -> list[str]:
    return [
        f"{np.mean(one):.3f} ({min(one):.3f}-{max(one):.3f})" for one in zip(*figures, strict=True)
    ]


def _peer(works: Sequence[CitedWork], foreign: Mapping[str, list], table: Seen) -> Floats:
    """Return the scores of tf-idf: cosine with the centroid of others and with the title, less."""
    scores: dict[tuple[str, str], float] = {}
    for work in works:
        pairs = [*zip(work.ids, work.sentences, strict=True), *foreign.get(work.key, ())]
        claims = [sentence._replace(scope=()).claim() for _, sentence in pairs]
        vectors = TfidfVectorizer(analyzer=content_stems).fit_transform([*claims, work.title])
        title, vectors = vectors[-1].toarray()[0], vectors[:-1].toarray()
        articles = np.array([sentence.article for _, sentence in pairs])
        for number, (name, sentence) in enumerate(pairs):
            rest = vectors[articles != sentence.article].sum(axis=0)
            rest /= max(np.linalg.norm(rest), 1e-9)
            scores[work.key, name] = -float(vectors[number] @ (rest + title))
    return np.array([scores[one] for one in zip(table.works, table.ids, strict=True)])


def _real_tables(models: Sequence[Model], lists: MadeUpLists) -> list[Table]:
    works = disputed_works("odd_groups", 0)
    rows, faultless, above, shown = [], 0, 0, 0
    for work in works:
        places, features = odd_features(work.sentences, work.title)
        model = models[fold_of(work.key)]
        fits = [lists.fits(work.key, work.key, work.ids[place]) for place in places]
        found = probabilities(model.odds(features, fits))
        order = np.argsort(-found, kind="stable")
        for rank, number in enumerate(order.tolist(), start=1):
            name, probability = work.ids[places[number]], float(found[number])
            if name in work.odd:
                rows.append([work.key, name, f"{rank} of {len(places)}", f"{probability:.3f}"])
            else:
                faultless += 1
                above += probability > 0.5
                shown += probability >= SHOWN
    notes = [
        f"{len(works)} groups; of {faultless} sentences without fault {above} are above .5 and "
        f"{shown} at {SHOWN} and above."
    ]
    columns = ["work", "sentence", "place in its group", "probability"]
    return [Table("Real odd ones", columns, rows, notes)]


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
