"""A trained tagger: exact decoding, the same answer in any company, its file, damaged parts."""

import pickle
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from corpus import tagged_sentences
from damaged import ModelFile
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.chain.features import PAD, Padded, Vocabulary, WordSums, with_padding
from spacy_citalign.chain.weights import prune
from spacy_citalign.errors import ModelFileError
from spacy_citalign.tags.features import WordFeaturizer, add_context
from spacy_citalign.tags.model import Tagger, TagModel
from spacy_citalign.tags.training import TaggedSentence, TrainingSettings, train
from spacy_citalign.tags.universal import UNIVERSAL
from spacy_citalign.words.label_lexicon import MAX_LABELS, LabelLexicon
from spacy_citalign.words.tokens import layout

QUICK = TrainingSettings(cutoff=1, folds=5, prune=0.0)
ODD = [
    ["\U0001f9ec", "β-Zork2", "²"],
    ["İstanbul", "STRASSE", "ﬁsh", "a\u0301"],
    ["\0", "\u200b", "\ud800", "\U0010ffff"],
    ["(", ")", "--", "...", "''"],
    ["x" * 3000],
    ["."],
    ["unseen", "words", "only"],
]


def gold():
    """The invented sentences, each a document of its own, a blank after every word but the last."""
    return [
        TaggedSentence(words, [True] * (len(words) - 1) + [False], tags, pos, document)
        for document, (words, tags, pos) in enumerate(tagged_sentences())
    ]


@cache
def small_model():
    """The averaged perceptron, trained on the invented sentences."""
    return train(gold(), QUICK)


@cache
def small_tagger():
    return Tagger(small_model())


def tag(tagger, sentences):
    """Tag sentences of words with blanks between them: for each the tags and the universal tags."""
    words = [word for sentence in sentences for word in sentence]
    lengths = np.array([len(sentence) for sentence in sentences], dtype=np.int64)
    spaces = np.ones(len(words), dtype=bool)
    spaces[np.cumsum(lengths) - 1] = False
    found = tagger(words, spaces, lengths)
    ends = np.cumsum(lengths)[:-1]
    return [
        ([tagger.model.tags[i] for i in tags], [UNIVERSAL[i] for i in pos])
        for tags, pos in zip(*(np.split(column, ends) for column in found), strict=True)
    ]


@pytest.fixture(scope="module")
def model():
    return small_model()


@pytest.fixture(scope="module")
def data(model):
    return model.to_bytes()


@pytest.fixture(scope="module")
def file(model):
    return ModelFile.of(model, TagModel.kind, TagModel.version)


WORDS = sorted({word for words, *_ in tagged_sentences() for word in words})
_SENTENCE = st.lists(st.sampled_from([*WORDS, "Quux7", "unseen"]), min_size=1, max_size=3)


# --- use -------------------------------------------------------------------------------------


def test_tagger_learned_its_corpus():
    found = tag(small_tagger(), [words for words, *_ in tagged_sentences()])
    for kind in (0, 1):
        pairs = [
            (one, two)
            for own, sentence in zip(found, tagged_sentences(), strict=True)
            for one, two in zip(own[kind], sentence[1 + kind], strict=True)
        ]
        assert sum(one == two for one, two in pairs) >= 0.97 * len(pairs)


def test_tagger_goes_by_what_stands_around():
    # "cut" was a noun, a verb in the past, a participle and an infinitive.
    def tag_of_cut(*words):
        ((tags, _),) = tag(small_tagger(), [words])
        return tags[words.index("cut")]

    assert tag_of_cut("We", "want", "to", "cut", "the", "leaf", ".") == "VB"
    assert tag_of_cut("A", "cut", "in", "the", "probe", "heals", ".") == "NN"


def emissions_of(model, sentence):
    """Score every tag at every word of one sentence, by the model's parts."""
    words = list(dict.fromkeys(sentence))
    described = with_padding(WordFeaturizer(model.lexicon)(words))
    padded = Padded.of([len(sentence)])
    ids = padded.spread(np.array([1 + words.index(word) for word in sentence]), 0)
    columns = {name: values[ids] for name, values in described.hashes.items()}
    spaces = np.array([True] * (len(sentence) - 1) + [False])
    columns["layout"] = padded.spread(layout(spaces, np.array([len(sentence)])), PAD)
    add_context(columns)
    scorer = model.scorer()
    return scorer.emissions(padded, columns, WordSums(scorer.precompute(described), ids))


@given(_SENTENCE)
def test_tags_are_the_best_of_all_sequences_of_tags(sentence):
    model = small_model()
    emissions = emissions_of(model, sentence).astype(np.float64)
    paths = np.indices((len(model.tags),) * len(sentence)).reshape(len(sentence), -1)
    scores = sum(own[path] for own, path in zip(emissions, paths, strict=True))
    for one, two in pairwise(paths):
        scores = scores + model.transitions[one, two]
    ((tags, _),) = tag(small_tagger(), [sentence])
    found = [model.tags.index(tag_) for tag_ in tags]
    score = scores[np.all(found == paths.T, axis=1)]
    assert score == pytest.approx(scores.max(), rel=1e-5, abs=1e-4)


@given(
    st.lists(st.one_of(_SENTENCE, st.sampled_from(ODD)), min_size=1, max_size=8),
    st.randoms(use_true_random=False),
)
def test_sentence_is_tagged_alike_alone_and_in_any_batch(sentences, random):
    tagger = small_tagger()
    alone = [tag(tagger, [sentence])[0] for sentence in sentences]
    order = random.sample(range(len(sentences)), len(sentences))
    together = tag(tagger, [sentences[i] for i in order])
    assert together == [alone[i] for i in order]
    assert all(len(tags) == len(words) for (tags, _), words in zip(alone, sentences, strict=True))


def test_more_words_than_are_read_at_once_are_tagged_alike():
    tagger = small_tagger()
    sentences = [words for words, *_ in tagged_sentences()]
    few = tag(tagger, sentences)
    assert tag(tagger, sentences * 200) == few * 200
    ((tags, pos),) = tag(tagger, [["cells"] * 10_000])  # a sentence longer than that
    assert len(tags) == len(pos) == 10_000


@pytest.mark.parametrize("words", ODD, ids=range(len(ODD)))
def test_odd_words_are_tagged(words):
    ((tags, pos),) = tag(small_tagger(), [words])
    assert len(tags) == len(pos) == len(words)
    assert set(tags) <= set(small_model().tags)


def test_nothing_is_tagged():
    none = np.zeros(0, dtype=np.int64)
    tags, pos = small_tagger()([], none.astype(bool), none)
    assert (tags.tolist(), pos.tolist()) == ([], [])
    assert (tags.dtype, pos.dtype) == (np.int64, np.uint8)


def test_tagger_comes_back_from_a_pickle():
    sentences = [words for words, *_ in tagged_sentences()] + ODD
    data = pickle.dumps(small_tagger())
    again = pickle.loads(data)
    assert tag(again, sentences) == tag(small_tagger(), sentences)
    assert again.model.to_bytes() == small_model().to_bytes()


def test_threads_share_a_tagger(monkeypatch):
    # The vocabulary forgets everything at almost every call: numbers of one must not reach another.
    sentences = [words for words, *_ in tagged_sentences()] + ODD
    expected = [tag(small_tagger(), [sentence])[0] for sentence in sentences]

    class Forgetful(Vocabulary):
        def __init__(self, featurize, precompute, *_):
            super().__init__(featurize, precompute, limit=3)

    monkeypatch.setattr("spacy_citalign.tags.model.Vocabulary", Forgetful)
    tagger = Tagger(small_model())
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda sentence: tag(tagger, [sentence])[0], sentences * 6))
    assert found == expected * 6


# --- round trip ------------------------------------------------------------------------------


def test_model_comes_back_from_its_bytes(model, data):
    again = TagModel.from_bytes(data)
    assert again.to_bytes() == data
    assert again.tags == model.tags
    assert np.array_equal(again.transitions, model.transitions)
    for part, other in zip(again.weights, model.weights, strict=True):
        assert part.features.starts == other.features.starts
        assert np.array_equal(part.features.keys, other.features.keys)
        assert all(np.array_equal(a, b) for a, b in zip(part[1:], other[1:], strict=True))
    for one, two in zip(
        (*again.lexicon, *again.universal), (*model.lexicon, *model.universal), strict=True
    ):
        assert one.dtype == two.dtype
        assert np.array_equal(one, two)


def test_model_from_its_bytes_tags_alike(data):
    sentences = [words for words, *_ in tagged_sentences()] + ODD
    again = Tagger(TagModel.from_bytes(data))
    assert tag(again, sentences) == tag(small_tagger(), sentences)


def test_model_bytes_hold_no_word_of_the_training_text(data, file):
    content = b"".join(array.tobytes() for array in file.arrays.values()) + data
    words = {word for words, *_ in tagged_sentences() for word in words if len(word) > 4}
    assert len(words) > 20
    assert not [word for word in words if word.encode() in content]
    assert file.settings == {"tags": list(small_model().tags)}


def test_model_without_lexicon_or_exceptions_is_a_model(model):
    none = model.universal._replace(
        words=model.universal.words[:0], exceptions=model.universal.exceptions[:0]
    )
    bare = replace(model, lexicon=LabelLexicon.empty(), universal=none)
    again = TagModel.from_bytes(bare.to_bytes())
    ((tags, pos),) = tag(Tagger(again), [["It", "is", "Zork2"]])
    usual = [UNIVERSAL[model.universal.usual[model.tags.index(tag_)]] for tag_ in tags]
    assert pos == usual


# --- damage ----------------------------------------------------------------------------------


def test_model_without_a_part_is_refused(file):
    names = """weights/0/keys, weights/1/values, transitions, lexicon/words, lexicon/numbers,
    lexicon/kinds, universal/usual, universal/words, universal/exceptions, tags"""
    file.check_needs(re.split(r",\s+", names))


def test_model_with_garbled_tags_is_refused(file):
    tags = file.settings["tags"]
    too_many = [str(number) for number in range(MAX_LABELS + 1)]
    wrong = ([], 7, tags[:-1], [*tags, "UH"], [*tags[:-1], tags[0]], too_many)
    file.check_refused({"tags": value} for value in wrong)


@pytest.mark.parametrize("size", [1, MAX_LABELS, MAX_LABELS + 1])
def test_model_has_so_many_tags_at_most(model, size):
    whole = replace(
        model,
        tags=tuple(f"T{number}" for number in range(size)),
        weights=tuple(
            part._replace(rows=part.rows[:0], columns=part.columns[:0], values=part.values[:0])
            for part in model.weights
        ),
        transitions=np.zeros((size, size), dtype=np.float32),
        universal=model.universal._replace(usual=np.zeros(size, dtype=np.uint8)),
    )
    if size > MAX_LABELS:
        with pytest.raises(ModelFileError, match="65 tags are none, too many"):
            TagModel.from_bytes(whole.to_bytes())
    else:
        again = TagModel.from_bytes(whole.to_bytes())
        assert tag(Tagger(again), [["any", "word"]])[0][0] == ["T0", "T0"]


def garbled(arrays):
    """Ways in which arrays of a model can contradict each other, by name."""
    size = len(arrays["transitions"])
    moves = arrays["transitions"]
    endless = moves.copy()
    endless[0, 0] = np.inf
    numbers, usual = arrays["lexicon/numbers"], arrays["universal/usual"]
    kinds, exceptions = arrays["lexicon/kinds"], arrays["universal/exceptions"]
    one_more = sum(name.startswith("weights/") and name.endswith("/keys") for name in arrays)
    return {
        "moves of another size": {"transitions": np.zeros((size - 1, size - 1), np.float32)},
        "moves that are not square": {"transitions": moves[:, :-1]},
        "moves of another precision": {"transitions": moves.astype(np.float64)},
        "moves that are no numbers": {"transitions": np.full(moves.shape, "x")},
        "moves without end": {"transitions": endless},
        "fewer classes than words": {"lexicon/numbers": numbers[:-1]},
        "classes in two columns": {"lexicon/numbers": numbers.reshape(-1, 1)},
        "classes before the first": {"lexicon/numbers": numbers.astype(np.int64) - 1},
        "classes beyond the last": {"lexicon/kinds": kinds[:-1]},
        "classes that are no hashes": {"lexicon/kinds": kinds.astype(np.float64)},
        "words that are no hashes": {"lexicon/words": arrays["lexicon/words"].astype(np.int64)},
        "words in two columns": {"lexicon/words": arrays["lexicon/words"].reshape(-1, 1)},
        "fewer universal tags than tags": {"universal/usual": usual[:-1]},
        "universal tags beyond the last": {"universal/usual": usual + np.uint8(len(UNIVERSAL))},
        "universal tags that are text": {"universal/usual": usual.astype(str)},
        "fewer exceptions than words": {"universal/exceptions": exceptions[:-1]},
        "exceptions beyond the last": {
            "universal/exceptions": np.full_like(exceptions, len(UNIVERSAL))
        },
        "exceptions that are no hashes": {
            "universal/words": arrays["universal/words"].astype(np.float64)
        },
        "fewer weights than rows": {"weights/0/values": arrays["weights/0/values"][:-1]},
        "rows that are text": {"weights/0/rows": np.full(arrays["weights/0/rows"].shape, "x")},
        "starts that are one number": {"weights/0/starts": np.int8(0)},
        "weights of more tags": {"weights/0/columns": arrays["weights/0/columns"] + np.uint16(400)},
        "a group too many": {f"weights/{one_more}/keys": arrays["weights/0/keys"]},
    }


def test_model_whose_parts_contradict_each_other_is_refused(file):
    file.check_refused(garbled(file.arrays).values())


# --- pruning ---------------------------------------------------------------------------------


def pruned_by(share, model):
    return replace(model, weights=prune(model.weights, [len(model.tags)], share))


def count(model):
    return sum(len(part.values) for part in model.weights)


def test_prune_drops_weights_and_nothing_else(model):
    assert pruned_by(0.0, model).to_bytes() == model.to_bytes()
    half = pruned_by(0.5, model)
    assert 0.45 * count(model) < count(half) < 0.7 * count(model)
    assert len(half.to_bytes()) < len(model.to_bytes())
    assert TagModel.from_bytes(half.to_bytes()).to_bytes() == half.to_bytes()
    assert half.tags == model.tags
    assert np.array_equal(half.transitions, model.transitions)
    assert tag(Tagger(half), [["The", "enzyme", "."]]) == [
        (["DT", "NN", "."], ["DET", "NOUN", "PUNCT"])
    ]
