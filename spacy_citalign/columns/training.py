"""Train columns: from parsed sentences to a profile.

Roark (section 4): distances, iterative pairwise alignment of 4,000 sentences, a PSSM of them that
aligns all others; then "we then iterated multiple times: using the PSSM to create an MSA, then
using the MSA to induce the PSSM", which leaves ever fewer columns (Table 1).
"""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import NamedTuple

import numpy as np

from ..errors import InputError, SettingError
from ..words.arrays import Bools, Ints
from ..words.settings import check_choice, check_mapping, check_range, check_share, check_whole
from .column_search import Profile, SentenceRanges, count
from .model import ColumnModel, RoleModel
from .msa import multiple_alignment, neighbourhood
from .profile_hmm import TransitionCounts, columns_of, count_transitions, find_slots, pssm_finder
from .role_tagger import train_roles
from .roles import Roles, held_columns, roles_of
from .tree_alignment import align_flat, align_trees
from .trees import Constituent, Node, tree_of

logger = logging.getLogger(__name__)
ALIGNMENTS = {"tree": align_trees, "flat": align_flat}
ANCHORINGS = ("none", "trees", "roles")
PROFILES = ("pssm", "hmm")


@dataclass(frozen=True)
class TrainingSettings:
    """The settings of training.

    Attributes:
        alignment: ``"tree"``, by full trees, or ``"flat"``, by tags alone.
        anchoring: ``"none"`` is the paper's. With ``"trees"`` the words that a tree says to be
            subject, main verb and final punctuation are held in their columns whenever a sentence
            is aligned anew, so that these columns keep their meaning. With ``"roles"`` they are
            held in new sentences too, as ``role_tagger`` finds them.
        seeds: how many sentences are aligned pair by pair, evenly spread over the corpus.
        neighbours: with how many others each of them is compared (``msa``).
        iterations: how often the profile aligns all sentences.
        least: columns that a smaller share of the sentences uses are dropped at each iteration, as
            are empty ones. 0 is the paper's; a thousandth leaves less than half of the columns and
            loses nothing that we measured.
        profile: ``"pssm"``, or ``"hmm"``: a profile HMM is estimated from the last alignment.
        matches: how many columns of a profile HMM are match states, those used most.
        cutoff, prune, crf: of the CRF of roles: how many words must have a feature, the share of
            the smallest weights to drop, and what CRFsuite's L-BFGS takes.
    """

    alignment: str = "tree"
    anchoring: str = "roles"
    seeds: int = 4000
    neighbours: int = 60
    iterations: int = 6
    least: float = 0.001
    profile: str = "pssm"
    matches: int = 200
    cutoff: int = 2
    prune: float = 0.8
    crf: Mapping[str, object] = field(default_factory=lambda: {"c2": 1.0, "max_iterations": 100})

    def __post_init__(self) -> None:
        """Check the settings.

        Raises:
            SettingError: a setting is unknown or out of range.
        """
        check_choice("alignment", self.alignment, ALIGNMENTS)
        check_choice("anchoring", self.anchoring, ANCHORINGS)
        check_choice("profile", self.profile, PROFILES)
        for name in ("seeds", "neighbours", "iterations", "matches", "cutoff"):
            check_whole(name, getattr(self, name), 1)
        advice = "give a share from 0 to below 1"
        check_range("least", self.least, 0, 1, below=True, advice=advice)
        check_mapping("crf", self.crf, advice="give names with values, such as c2 = 1.0")
        check_share(self.prune)


class ParsedSentence(NamedTuple):
    """A sentence with its tree: Penn tags of one word or more, and brackets in pre-order."""

    tags: Sequence[str]
    constituents: Sequence[Constituent]


class _Corpus(NamedTuple):
    tags: Ints
    ranges: SentenceRanges
    roles: list[Roles]
    kinds: tuple[str, ...]


class _Aligned(NamedTuple):
    """A multiple alignment.

    Attributes:
        columns: (N,) int64 of the words, -1 for none.
        placed: (C,) bool, which sentences are aligned.
        profile: its counts.
        held: (3,) int64, the columns of the roles.
    """

    columns: Ints
    placed: Bools
    profile: Profile
    held: Ints


def train(sentences: Sequence[ParsedSentence], settings: TrainingSettings) -> ColumnModel:
    """Train a model; equal sentences in equal order and equal settings give equal models.

    Raises:
        InputError: there is no sentence, or a tree contradicts itself.
        SettingError: the settings leave no column.
    """
    sentences = [sentence for sentence in sentences if sentence.tags]
    if not sentences:
        raise InputError("there is no parsed sentence to train columns on; give a treebank")
    trees = [tree_of(*sentence) for sentence in sentences]
    kinds = tuple(sorted({tag for sentence in sentences for tag in sentence.tags}))
    numbers = {tag: number for number, tag in enumerate(kinds)}
    tags = np.array([numbers[tag] for sentence in sentences for tag in sentence.tags])
    lengths = np.array([len(sentence.tags) for sentence in sentences])
    tree_roles = [roles_of(tree, one.tags) for tree, one in zip(trees, sentences, strict=True)]
    corpus = _Corpus(tags, SentenceRanges.of(lengths), tree_roles, kinds)
    profile, held = _seed(sentences, trees, corpus, settings)
    aligned, history = _iterate(profile, held, corpus, settings)
    transitions = None
    if settings.profile == "hmm":
        aligned, transitions = _with_matches(aligned, corpus, settings.matches)
    roles = None
    if settings.anchoring == "roles":
        roles = RoleModel(
            *train_roles(
                tags,
                lengths,
                kinds,
                tree_roles,
                cutoff=settings.cutoff,
                share=settings.prune,
                crf=settings.crf,
            )
        )
    model = ColumnModel(
        kinds, aligned.profile, aligned.held, transitions, roles, history, asdict(settings)
    )
    # What is used is what is stored, so that a fitted and a loaded model agree.
    return ColumnModel.from_bytes(model.to_bytes())


def _seed(
    sentences: Sequence[ParsedSentence],
    trees: Sequence[Node],
    corpus: _Corpus,
    settings: TrainingSettings,
) -> tuple[Profile, Ints]:
    """Align some sentences pair by pair; return their profile and the columns of the roles."""
    size = min(settings.seeds, len(trees))
    chosen = [n * len(trees) // size for n in range(size)]
    neighbours = neighbourhood(
        [trees[n] for n in chosen], ALIGNMENTS[settings.alignment], settings.neighbours
    )
    logger.info("%d sentences compared in %d pairs", size, len(neighbours.edges))
    rows, columns = multiple_alignment([sentences[n].tags for n in chosen], neighbours)
    firsts, lengths = corpus.ranges
    words = np.concatenate([firsts[n] + np.arange(lengths[n]) for n in chosen])
    profile = count(corpus.tags[words], np.concatenate(rows), len(corpus.kinds), columns, size)
    held = np.full(len(Roles._fields), -1)
    if settings.anchoring != "none":
        held = _usual_columns(rows, [corpus.roles[n] for n in chosen])
    logger.info("they make %d columns", columns)
    return profile, held


def _usual_columns(rows: Sequence[Ints], roles: Sequence[Roles]) -> Ints:
    """Return the column that most words of each role are in, -1 where they would not ascend."""
    held = np.full(len(Roles._fields), -1)
    last = -1
    for number, places in enumerate(zip(*roles, strict=True)):
        role_columns = [row[place] for row, place in zip(rows, places, strict=True) if place >= 0]
        if role_columns:
            usual = int(np.bincount(role_columns).argmax())
            if usual > last:
                held[number] = last = usual
    return held


def _iterate(
    profile: Profile, held: Ints, corpus: _Corpus, settings: TrainingSettings
) -> tuple[_Aligned, tuple[int, ...]]:
    """Align all sentences by the profile and count anew, again and again.

    Raises:
        SettingError: no column is used by the share of sentences that ``least`` asks for.
    """
    tags, ranges, roles, kinds = corpus
    history = [profile.counts.shape[1]]
    aligned = _Aligned(tags, ranges.lengths > 0, profile, held)
    for _ in range(settings.iterations):
        holds = None
        if settings.anchoring != "none":
            holds = held_columns(roles, ranges.firsts, len(tags), aligned.held)
        finder = pssm_finder(aligned.profile.scores())
        columns = columns_of(find_slots(finder, tags, ranges, holds))
        placed = columns[ranges.firsts] >= 0
        profile = count(tags, columns, len(kinds), finder.size, int(np.count_nonzero(placed)))
        kept = np.flatnonzero(profile.occupancy >= max(1, settings.least * len(placed)))
        if not len(kept):
            raise SettingError(
                f"least is {settings.least}, but no column is used by that share of the "
                f"{len(placed)} sentences; lower it"
            )
        aligned = _select(_Aligned(columns, placed, profile, aligned.held), kept)
        history.append(len(kept))
        logger.info("%d columns, %d sentences not aligned", len(kept), np.count_nonzero(~placed))
    return aligned, tuple(history)


def _select(aligned: _Aligned, kept: Ints) -> _Aligned:
    """Leave out all columns but these, ascending; words of others are in none."""
    numbers = np.full(aligned.profile.counts.shape[1] + 1, -1)  # the last is for none
    numbers[kept] = np.arange(len(kept))
    return aligned._replace(
        columns=numbers[aligned.columns],
        profile=aligned.profile.select(kept),
        held=numbers[aligned.held],
    )


def _with_matches(
    aligned: _Aligned, corpus: _Corpus, matches: int
) -> tuple[_Aligned, TransitionCounts]:
    """Keep the columns used most, as match states; count the transitions between them."""
    kept = np.sort(np.argsort(-aligned.profile.occupancy, kind="stable")[:matches])
    chosen = _select(aligned, kept)
    # Sentences that could not be aligned tell nothing.
    lengths = corpus.ranges.lengths
    words = np.repeat(aligned.placed, lengths)
    ranges = SentenceRanges.of(lengths[aligned.placed])
    return chosen, count_transitions(
        corpus.tags[words], chosen.columns[words], ranges, len(corpus.kinds), len(kept)
    )
