"""A trained chunker: exact decoding, the same answer in any company, its file, damaged parts."""

import pickle
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from itertools import pairwise, product

import numpy as np
import pytest
from corpus import phrased_sentences
from damaged import ModelFile
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.chain.features import Vocabulary
from spacy_citalign.chain.weights import prune
from spacy_citalign.chunks.labels import Chunks, chunks_from_labels, joint_labels, projection
from spacy_citalign.chunks.model import MAX_TYPES, Chunker, ChunkModel, JointDecoder
from spacy_citalign.chunks.training import PhrasedSentence, TrainingSettings, train

QUICK = TrainingSettings(crf={"c2": 0.1, "max_iterations": 20}, cutoff=1, folds=5, prune=0.0)
PAPER = TrainingSettings(
    features="tags",
    columns=True,
    encodings=("iob2",),
    algorithm="ap",
    crf={"max_iterations": 5},
    cutoff=1,
    prune=0.0,
)
ODD = [
    [("\U0001f9ec", "NN"), ("β-Zork2", "NN"), ("²", "CD")],
    [("\0", "SYM"), ("\u200b", ""), ("\ud800", "?"), ("a\tb", "N\tN")],
    [("x" * 3000, "NN")],
    [(".", ".")],
    [("unseen", "JJ"), ("words", "unseen tag"), ("only", "RB")],
]


def gold():
    """The invented sentences, each a document of its own; regions halve each sentence."""
    return [
        PhrasedSentence(
            words, tags, phrases, document, [2 * i // len(words) for i in range(len(words))]
        )
        for document, (words, tags, phrases) in enumerate(phrased_sentences())
    ]


@cache
def small_model(paper=False):
    """A model of the invented sentences."""
    return train(gold(), PAPER if paper else QUICK)


@cache
def small_chunker(paper=False):
    return Chunker(small_model(paper))


def chunk(chunker, sentences, regions=None):
    """Return the phrases of sentences of (word, tag) pairs as training has them."""
    lengths = np.array([len(own) for own in sentences], dtype=np.int64)
    words = [word for own in sentences for word, _ in own]
    tags = [tag for own in sentences for _, tag in own]
    found = chunker(words, tags, lengths, None if regions is None else np.array(regions))
    firsts = np.cumsum(lengths) - lengths
    phrases = [[] for _ in sentences]
    for start, end, kind in zip(*(column.tolist() for column in found), strict=True):
        own = int(np.searchsorted(firsts, start, side="right")) - 1
        assert firsts[own] <= start < end <= firsts[own] + lengths[own]
        phrases[own].append((chunker.model.types[kind], start - firsts[own], end - firsts[own]))
    return phrases


def pairs(sentence):
    return list(zip(sentence.words, sentence.tags, strict=True))


@pytest.fixture(scope="module")
def file():
    return ModelFile.of(small_model(), ChunkModel.kind, ChunkModel.version)


_PAIRS = sorted({pair for sentence in gold() for pair in pairs(sentence)})
_SENTENCE = st.lists(st.sampled_from([*_PAIRS, ("Quux7", "NNP")]), min_size=1, max_size=6)


# --- use -------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", [False, True])
def test_chunker_learned_its_corpus(paper):
    sentences = gold()
    regions = [region for own in sentences for region in own.regions]
    found = chunk(small_chunker(paper), [pairs(own) for own in sentences], regions)
    right = sum(len(set(a) & set(b.phrases)) for a, b in zip(found, sentences, strict=True))
    assert right >= 0.95 * max(
        sum(map(len, found)), sum(len(sentence.phrases) for sentence in sentences)
    )


def test_chunker_goes_by_words_and_not_by_tags_alone():
    def first_of(word):
        words = [("We", "PRP"), ("found", "VBD"), (word, "IN"), ("mice", "NNS"), (".", ".")]
        (phrases,) = chunk(small_chunker(), [words])
        return [kind for kind, start, _ in phrases if start == 2]

    assert first_of("that") == ["SBAR"]
    assert first_of("in") == ["PP"]


# --- decoding --------------------------------------------------------------------------------


def every_chunking(size, types):
    """All ways to have chunks of so many types among ``size`` words, as (start, end, type)."""
    if size == 0:
        return [[]]
    found = [[*rest] for rest in every_chunking(size - 1, types)]  # the last word is outside
    for start, kind in product(range(size), range(types)):
        found += [[*rest, (start, size, kind)] for rest in every_chunking(start, types)]
    return found


def score_by_hand(chunks, emissions, transitions, encodings):
    """The sum of the log-potentials of all CRFs."""
    types = (transitions.shape[1] - 1) // 2
    joint = joint_labels(Chunks(*np.array(chunks, dtype=int).reshape(-1, 3).T), len(emissions))
    total = 0.0
    for number, encoding in enumerate(encodings):
        labels = projection(types, encoding)[joint]
        own = emissions[:, number * (1 + 2 * types) :]
        total += sum(own[place, label] for place, label in enumerate(labels))
        total += sum(transitions[number, a, b] for a, b in pairwise(labels))
    return total


@pytest.mark.parametrize("encodings", [("iob2",), ("ioe2",), ("iob2", "ioe2")])
@given(seed=st.integers(0, 2**32 - 1), lengths=st.lists(st.integers(1, 4), min_size=1, max_size=4))
def test_chunks_are_the_best_of_all_chunkings(encodings, seed, lengths):
    types = 2
    rng = np.random.default_rng(seed)
    size = 1 + 2 * types
    emissions = rng.normal(size=(sum(lengths), len(encodings) * size)).astype(np.float32)
    transitions = rng.normal(size=(len(encodings), size, size)).astype(np.float32)
    labels = JointDecoder(types, encodings, transitions)(emissions, np.array(lengths))
    for end, length in zip(np.cumsum(lengths), lengths, strict=True):
        own = emissions[end - length : end]
        scores = {
            tuple(chunking): score_by_hand(chunking, own, transitions, encodings)
            for chunking in every_chunking(length, types)
        }
        found = tuple(
            zip(*(c.tolist() for c in chunks_from_labels(labels[end - length : end])), strict=True)
        )
        assert scores[found] == pytest.approx(max(scores.values()), abs=1e-4)


# --- in any company --------------------------------------------------------------------------


@pytest.mark.parametrize("paper", [False, True])
@given(
    st.lists(st.one_of(_SENTENCE, st.sampled_from(ODD)), min_size=1, max_size=8),
    st.randoms(use_true_random=False),
)
def test_sentence_is_chunked_alike_alone_and_in_any_batch(paper, sentences, random):
    chunker = small_chunker(paper)
    alone = [chunk(chunker, [own])[0] for own in sentences]
    order = random.sample(range(len(sentences)), len(sentences))
    assert chunk(chunker, [sentences[i] for i in order]) == [alone[i] for i in order]


def test_more_words_than_are_read_at_once_are_chunked_alike():
    sentences = [pairs(own) for own in gold()]
    few = chunk(small_chunker(), sentences)
    assert chunk(small_chunker(), sentences * 150) == few * 150
    long = chunk(small_chunker(), [sentences[0] * 1500])  # a sentence longer than that
    assert len(long[0]) >= 1500


def test_without_columns_is_as_with_none_anywhere():
    sentences = [pairs(own) for own in gold()]
    nowhere = [-1] * sum(map(len, sentences))
    chunker = small_chunker(paper=True)
    assert chunk(chunker, sentences) == chunk(chunker, sentences, nowhere)


def test_nothing_is_chunked():
    none = np.zeros(0, dtype=np.int64)
    assert [len(column) for column in small_chunker()([], [], none)] == [0, 0, 0]


def test_chunker_comes_back_from_a_pickle():
    sentences = [pairs(own) for own in gold()] + ODD
    again = pickle.loads(pickle.dumps(small_chunker()))
    assert chunk(again, sentences) == chunk(small_chunker(), sentences)


@pytest.mark.slow
def test_threads_share_a_chunker(monkeypatch):
    # The vocabulary forgets everything at almost every call: numbers of one must not reach another.
    sentences = [pairs(own) for own in gold()][:8] + ODD
    expected = [chunk(small_chunker(), [own])[0] for own in sentences]

    class Forgetful(Vocabulary):
        def __init__(self, featurize, precompute, *_):
            super().__init__(featurize, precompute, limit=3)

    monkeypatch.setattr("spacy_citalign.chunks.model.Vocabulary", Forgetful)
    chunker = Chunker(small_model())
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda own: chunk(chunker, [own])[0], sentences * 3))
    assert found == expected * 3


# --- round trip ------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", [False, True])
def test_model_comes_back_from_its_bytes(paper):
    model = small_model(paper)
    again = ChunkModel.from_bytes(model.to_bytes())
    assert again.to_bytes() == model.to_bytes()
    sentences = [pairs(own) for own in gold()] + ODD
    assert chunk(Chunker(again), sentences) == chunk(small_chunker(paper), sentences)


def test_model_bytes_hold_no_word_of_the_training_text(file):
    content = b"".join(array.tobytes() for array in file.arrays.values())
    content += small_model().to_bytes()
    words = {word for own in gold() for word in own.words if len(word) > 4}
    assert len(words) > 20
    assert not [word for word in words if word.encode() in content]
    assert set(file.settings) == {"types", "encodings", "features", "columns"}


# --- damage ----------------------------------------------------------------------------------


def test_model_without_a_part_is_refused(file):
    file.check_needs(
        ["weights/0/keys", "weights/1/values", "transitions", "lexicon/words", "lexicon/kinds"]
    )
    file.check_needs(file.settings)


def test_model_with_garbled_settings_is_refused(file):
    wrong = {
        "types": [
            [],
            7,
            ["NP", "NP"],
            ["NP", ""],
            ["NP", 7],
            ["NP"],  # weights are of more
            [f"T{number}" for number in range(MAX_TYPES + 1)],
        ],
        "encodings": [[], ["iob2"], ["iob2", "iob2"], ["iob2", "bilou"]],
        "features": ["tags", "letters"],
        "columns": [True, 0],
    }
    file.check_refused({name: value} for name, values in wrong.items() for value in values)


def garbled(arrays):
    """Ways in which arrays of a model can contradict each other, by name."""
    moves, numbers = arrays["transitions"], arrays["lexicon/numbers"]
    kinds, words = arrays["lexicon/kinds"], arrays["lexicon/words"]
    endless = moves.copy()
    endless[0, 0, 0] = np.inf
    return {
        "moves of one CRF": {"transitions": moves[0]},
        "moves that are not square": {"transitions": moves[..., :-1]},
        "moves of another precision": {"transitions": moves.astype(np.float64)},
        "moves without end": {"transitions": endless},
        "fewer classes than words": {"lexicon/numbers": numbers[:-1]},
        "classes before the first": {"lexicon/numbers": numbers.astype(np.int64) - 1},
        "classes beyond the last": {"lexicon/kinds": kinds[:-1]},
        "classes that are no hashes": {"lexicon/kinds": kinds.astype(np.float64)},
        "words that are no hashes": {"lexicon/words": words.astype(np.int64)},
        "words in two columns": {"lexicon/words": words.reshape(-1, 1)},
        "fewer weights than rows": {"weights/0/values": arrays["weights/0/values"][:-1]},
        "weights of more types": {
            "weights/0/columns": arrays["weights/0/columns"] + np.uint16(999)
        },
    }


def test_model_whose_parts_contradict_each_other_is_refused(file):
    file.check_refused(garbled(file.arrays).values())


# --- pruning ---------------------------------------------------------------------------------


def pruned_by(share, model):
    return replace(model, weights=prune(model.weights, model.sizes, share))


def count(model):
    return sum(len(part.values) for part in model.weights)


def test_prune_drops_weights_and_nothing_else():
    model = small_model()
    assert pruned_by(0.0, model).to_bytes() == model.to_bytes()
    half = pruned_by(0.5, model)
    assert 0.45 * count(model) < count(half) < 0.6 * count(model)
    assert replace(half, weights=model.weights).to_bytes() == model.to_bytes()
    assert ChunkModel.from_bytes(half.to_bytes()).to_bytes() == half.to_bytes()
