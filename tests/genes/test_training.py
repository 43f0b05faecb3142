"""Training: the jackknife of the learned lists, equal bytes, and what cannot be trained on."""

import hashlib
import re
from collections import defaultdict
from dataclasses import replace

import numpy as np
import pytest
import stopped_training
from quick_training import CRFSUITE as QUICK
from stopped_training import without_crfsuite

from spacy_citalign.chain import masked_crf
from spacy_citalign.chain.crfsuite import CRFWeights
from spacy_citalign.chain.features import PAD, Padded
from spacy_citalign.chain.label_statistics import LabelStatistics, LabelTable
from spacy_citalign.errors import CitalignWarning, InputError, SettingError
from spacy_citalign.genes import corpus as corpus_module
from spacy_citalign.genes import tagger as tagger_module
from spacy_citalign.genes import training
from spacy_citalign.genes.records import PartsOfSpeech, tag_hashes
from spacy_citalign.genes.tagger import GeneTagger
from spacy_citalign.genes.training import AnnotatedSentence, train
from spacy_citalign.words.hashing import hash_strings
from spacy_citalign.words.tokens import split_fine

ONE = AnnotatedSentence("Zork2 binds.", [(0, 5)])


def features_of(texts):
    return stopped_training.features_of(training, texts, QUICK)


def by_token(texts, columns, padded, name):
    """The column as one list a text."""
    values = columns[name][padded.tokens].tolist()
    out = []
    for text, *_ in texts:
        size = len(split_fine([text]).words)
        out.append(values[:size])
        del values[:size]
    return out


def fold_of(text, folds):
    return int.from_bytes(hashlib.md5(text.encode()).digest()[:4], "big") % folds


def no_evidence():
    """What a word never seen and a phrase never seen look like."""
    word, untaught = hash_strings(["never"]), LabelTable(LabelStatistics.empty())
    return int(untaught.rates(word)[0]), int(untaught.phrases(word)[0])


def lower_words(text):
    return [word.lower() for word in split_fine([text]).words]


# --- the jackknife ---------------------------------------------------------------------------


def test_jackknife_takes_the_lists_of_a_sentence_from_the_other_folds(annotated_texts):
    columns, padded = features_of(annotated_texts)
    rates = by_token(annotated_texts, columns, padded, "rate")
    phrases = by_token(annotated_texts, columns, padded, "phrase")
    folds = [fold_of(item.text, QUICK.folds) for item in annotated_texts]
    assert set(folds) == set(range(QUICK.folds))
    no_rate, no_phrase = no_evidence()
    known = 0
    for item, fold, own_rates, own_phrases in zip(
        annotated_texts, folds, rates, phrases, strict=True
    ):
        others = [o for o, f in zip(annotated_texts, folds, strict=True) if f != fold]
        seen = {word for other in others for word in lower_words(other.text)}
        words = lower_words(item.text)
        assert [rate == no_rate for rate in own_rates] == [word not in seen for word in words]
        genes = {tuple(lower_words(o.text[s:e])) for o in others for s, e in o.mentions}
        matched = [False] * len(words)
        for start in range(len(words)):
            for end in range(start + 1, len(words) + 1):
                if tuple(words[start:end]) in genes:
                    matched[start:end] = [True] * (end - start)
        assert [phrase != no_phrase for phrase in own_phrases] == matched
        known += sum(matched)
    assert known > 20


def test_jackknife_counts_are_those_of_the_other_folds(annotated_texts):
    # The bin of a word, from counts made here over the other folds only.
    columns, padded = features_of(annotated_texts)
    rates = by_token(annotated_texts, columns, padded, "rate")
    folds = [fold_of(item.text, QUICK.folds) for item in annotated_texts]
    bins = defaultdict(set)
    for item, fold, own in zip(annotated_texts, folds, rates, strict=True):
        count, inside = defaultdict(int), defaultdict(int)
        for other, other_fold in zip(annotated_texts, folds, strict=True):
            if other_fold == fold:
                continue
            words, starts, _ = split_fine([other.text])
            for word, start in zip(words, starts, strict=True):
                count[word.lower()] += 1
                inside[word.lower()] += any(s <= start < e for s, e in other.mentions)
        for word, rate in zip(lower_words(item.text), own, strict=True):
            if count[word]:
                size = sum(count[word] >= limit for limit in (1, 3, 10))
                share = inside[word] / count[word]
                level = sum(share > limit for limit in (0, 0.1, 0.3, 0.6, 0.9))
                bins[rate].add((size, level))
    assert all(len(meanings) == 1 for meanings in bins.values())
    assert len(bins) == len(set.union(*bins.values())) > 4


def test_jackknife_does_not_leak_through_a_sentence_that_stands_twice():
    text = "Only here is Quuxin named."
    twice = [AnnotatedSentence(text, [(13, 19)])] * 2
    rest = [AnnotatedSentence(f"Gene number {i} binds Zork2.", [(0, 4)]) for i in range(12)]
    columns, padded = features_of([twice[0], *rest, twice[1]])
    rates = by_token([twice[0], *rest, twice[1]], columns, padded, "rate")
    no_rate, _ = no_evidence()
    place = lower_words(text).index("quuxin")
    assert rates[0][place] == rates[-1][place] == no_rate


def test_features_outside_sentences_are_the_same_in_training_and_in_tagging(
    monkeypatch, gene_model, annotated_texts
):
    # A model meets the edge of a sentence in training and must find the same there afterwards.
    seen = {}

    def recording(name, original):
        def add_context(columns, padded, tokens, phrases, related=None):
            original(columns, padded, tokens, phrases, related)
            inside = np.zeros(padded.size, dtype=bool)
            inside[padded.tokens] = True
            seen[name] = {k: set(v[~inside].tolist()) for k, v in columns.items() if k != "lower"}

        return add_context

    for module in (corpus_module, tagger_module):
        patched = recording(module.__name__, module.add_context)
        monkeypatch.setattr(module, "add_context", patched)
    features_of(annotated_texts)
    GeneTagger(gene_model)([item.text for item in annotated_texts])
    assert seen[corpus_module.__name__] == seen[tagger_module.__name__]


# --- equal bytes -----------------------------------------------------------------------------

FORWARD_ONLY = replace(QUICK, models=("forward",), without_evidence=())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("features", "algorithm"), [("hsu2008", "lbfgs"), ("extended", "l2sgd"), ("extended", "ap")]
)
def test_two_trainings_give_equal_bytes(annotated_texts, features, algorithm):
    settings = replace(
        FORWARD_ONLY, features=features, algorithm=algorithm, crf={"max_iterations": 5}
    )
    first = train(annotated_texts, settings)
    assert first.to_bytes() == train(annotated_texts, settings).to_bytes()
    assert (first.knowledge.evidence is None) == (features == "hsu2008")


def test_training_returns_what_it_stores(gene_model):
    for part in gene_model.weights:
        assert np.array_equal(part.values, part.values.astype(np.float16).astype(np.float32))


# --- what a CRF is trained on ----------------------------------------------------------------


def trained_on(monkeypatch, texts, **changes):
    """The labels, attributes and lengths handed to CRFsuite, by model."""
    calls = []

    def no_training(indptr, attributes, labels, lengths, *, label_count, **_):
        calls.append((indptr, attributes, labels, lengths))
        none = np.zeros(0, dtype=np.int64)
        return CRFWeights(none, none, none.astype(float), np.zeros((label_count, label_count)))

    with monkeypatch.context() as patch:
        patch.setattr(masked_crf, "train_crf", no_training)
        patch.setattr(training, "prune", lambda weights, sizes, share: weights)
        settings = replace(QUICK, **({"jobs": 1} | changes))
        train(texts, settings)
    return dict(zip(settings.models, calls, strict=True))


def test_training_labels_are_the_windows_of_the_tags(monkeypatch):
    calls = trained_on(monkeypatch, [AnnotatedSentence("A Zork-2 b Tvn c", [(2, 8), (11, 14)])])
    b, i, o = range(3)
    tags = [o, b, i, i, o, b, o]
    for name, (*_, labels, lengths) in calls.items():
        window = training.MODELS[name].windows
        assert window.centre[labels].tolist() == tags
        assert lengths.tolist() == [len(tags)]


@pytest.mark.parametrize(
    ("spans", "tags"),
    [
        ([(3, 6)], "OBIIO"),  # parts of two tokens and the hyphen: all that it touches
        ([(2, 6)], "OBIIO"),
        ([(2, 4)], "OBOOO"),
        ([(4, 5)], "OOBOO"),
        ([(1, 7)], "OBIIO"),
        ([(0, 9)], "BIIII"),
    ],
)
def test_training_tags_every_token_that_a_mention_touches(monkeypatch, spans, tags):
    calls = trained_on(monkeypatch, [AnnotatedSentence("a bc-d  e", spans)], models=("hmm",))
    found = training.MODELS["hmm"].windows.centre[calls["hmm"][2]]
    assert "".join("BIO"[tag] for tag in found) == tags


@pytest.mark.parametrize(
    ("spans", "tags"),
    [
        ([(2, 6), (2, 4)], "OBIIO"),
        ([(1, 2), (4, 5)], "OOBOO"),  # white space alone is no mention
        ([(8, 99), (4, 4), (0, 1)], "BOOOB"),
    ],
)
def test_training_counts_the_mentions_that_it_leaves_out(monkeypatch, spans, tags):
    with pytest.warns(CitalignWarning, match=f"^1 of {len(spans)} gold mentions"):
        calls = trained_on(monkeypatch, [AnnotatedSentence("a bc-d  e", spans)], models=("hmm",))
    found = training.MODELS["hmm"].windows.centre[calls["hmm"][2]]
    assert "".join("BIO"[tag] for tag in found) == tags


def test_training_refuses_a_cutoff_that_no_feature_reaches():
    with pytest.raises(SettingError, match="cutoff is 1000, but no feature"):
        train([ONE], replace(QUICK, cutoff=1000))


def test_models_without_evidence_see_fewer_features_of_the_same_tokens(
    monkeypatch, annotated_texts
):
    calls = trained_on(monkeypatch, annotated_texts, without_evidence=("hmm",))
    forward, backward, hmm = (calls[name] for name in ("forward", "backward", "hmm"))
    assert np.array_equal(forward[1], backward[1])
    assert len(forward[0]) == len(hmm[0])
    for t in range(len(hmm[0]) - 1):
        own = set(hmm[1][hmm[0][t] : hmm[0][t + 1]].tolist())
        every = set(forward[1][forward[0][t] : forward[0][t + 1]].tolist())
        assert own < every


def test_texts_without_a_token_change_nothing(monkeypatch, annotated_texts):
    empty = [AnnotatedSentence("", []), AnnotatedSentence(" \n", [(0, 1)])]
    plain = trained_on(monkeypatch, annotated_texts)
    mixed = trained_on(monkeypatch, [empty[0], *annotated_texts, empty[1]])
    for name in plain:
        for one, two in zip(plain[name], mixed[name], strict=True):
            assert np.array_equal(one, two)


# --- unfit input -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "texts",
    [
        [],
        [AnnotatedSentence("", [])],
        [AnnotatedSentence(" \n ", [(0, 2)])],
        [AnnotatedSentence("No gene here.", [])] * 3,
        [AnnotatedSentence("a  b", [(1, 3)])],
        [AnnotatedSentence("a b", [(7, 9)])],
    ],
    ids=["none", "empty", "blank", "no mention", "mention of a blank", "mention beyond the end"],
)
def test_training_needs_a_mention(texts):
    with pytest.raises(InputError, match=f"none of the {len(texts)} texts has a gene mention"):
        train(texts, QUICK)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"folds": 1}, "folds is 1"),
        (
            {"features": "all"},
            "'all'; choose hsu2008 or extended, to which may be added, each once, "
            r"\+pos, \+clusters, \+related",
        ),
        ({"features": "extended+what"}, "'extended.what'; choose hsu2008 or extended"),
        ({"features": "extended+pos+pos"}, "'extended.pos.pos'; choose .* each once"),
        ({"features": "hsu2008+related"}, "only 'extended' can have .related"),
        ({"calibrate": -0.1}, "calibrate is -0.1; give the share of texts held out"),
        ({"calibrate": 1.0}, "calibrate is 1.0; give .*, 0 up to below 1"),
        ({"cutoff": 0}, "cutoff is 0; give a whole number from 1 on"),
        ({"models": ()}, "forward, backward, hmm, order0, forward2"),
        ({"models": ("hmm", "hmm")}, "each once"),
        ({"models": ("sideways",)}, "sideways"),
        ({"without_evidence": ("hnm",)}, "hnm"),
        ({"algorithm": "adam"}, "'adam'; choose from"),
        ({"prune": 1.0}, "1.0; give 0 up to below 1"),
        ({"prune": -0.5}, "-0.5"),
    ],
    ids=str,
)
def test_training_refuses_settings_before_it_trains(monkeypatch, changes, words):
    without_crfsuite(monkeypatch)
    with pytest.raises(SettingError, match=words):
        train([ONE], replace(QUICK, **changes), related=[ONE])


def test_features_with_related_lists_need_related_texts():
    with pytest.raises(InputError, match=r"no annotated texts of other corpora .* give some, or"):
        train([ONE], replace(QUICK, features="extended+related"))


def test_training_columns_hold_padding_outside_sentences():
    columns, padded = features_of([ONE, ONE])
    outside = np.setdiff1d(np.arange(padded.size), padded.tokens)
    assert isinstance(padded, Padded)
    for name in ("word", "stem", "type1", "type2", "type3", "layout", "chunk"):
        assert set(columns[name][outside].tolist()) == {int(PAD)}


# --- part-of-speech tags ---------------------------------------------------------------------


def tagged(text, mentions):
    """The text with the tag X on words with a gene in them, Y on others."""
    words = [(found.start(), found.end()) for found in re.finditer(r"\S+", text)]
    tags = ["X" if any(a < end and b > start for a, b in mentions) else "Y" for start, end in words]
    parts = PartsOfSpeech(np.array([start for start, _ in words], dtype=np.int64), tags)
    return AnnotatedSentence(text, mentions, parts)


def test_fine_tokens_take_the_tag_of_the_token_that_they_lie_in():
    tokens = split_fine([" p53-null cells", "", "of IL-2"])
    parts = [
        PartsOfSpeech(np.array([1, 10]), ["JJ", "NNS"]),
        PartsOfSpeech(np.zeros(0, dtype=np.int64), []),
        PartsOfSpeech(np.array([0, 3]), ["IN", "NN"]),
    ]
    expected = hash_strings(["JJ", "JJ", "JJ", "NNS", "IN", "NN", "NN", "NN"])
    assert np.array_equal(tag_hashes(tokens, parts), expected)
    late = [PartsOfSpeech(np.array([6]), ["NNS"])]
    assert np.array_equal(tag_hashes(split_fine(["p53 cells"]), late), hash_strings(["", ""]))


@pytest.mark.parametrize("features", ["hsu2008+pos", "extended+pos"])
def test_a_model_of_tags_follows_them(features):
    # Words say nothing, as each is new; tags say all.
    texts = [tagged(f"a{n} b{n} c{n} d{n}", [(0, len(f"a{n}"))]) for n in range(10)]
    texts += [tagged(f"e{n} f{n} g{n} h{n}", [(6, 6 + len(f"g{n}"))]) for n in range(10)]
    model = train(texts, replace(QUICK, features=features, models=("forward",), cutoff=1))
    tagger = GeneTagger(model)
    new = tagged("u v w x", [(2, 3)])
    assert [m[:2] for m in tagger([new.text], [new.pos_tags])[0]] == [(2, 3)]
    with pytest.raises(InputError, match=r"\+pos.*put a tagger before"):
        tagger([new.text])


def test_training_with_tags_needs_them(annotated_texts):
    with pytest.raises(InputError, match="texts have no part-of-speech tags"):
        train(annotated_texts, replace(QUICK, features="hsu2008+pos"))
