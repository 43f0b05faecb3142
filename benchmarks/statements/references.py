"""Lists of references for odd ones out: made up for ``disputes``, real ones of ``articles_tulsi``.

Of the articles of ``disputes`` the lists are not known. Each gets one of ``LISTED`` works of the
file: those it cites, and those likest to them by title and sentences. Planted sentences and others
have the same list, without the works that their sentence cites besides, so that neither its length
nor whether there is one tells them apart. ``LISTED`` is how many works of its list others cite as
well, in the mean over the sentences of ``articles_tulsi``.

In ``articles_tulsi`` slips are made of sentences of the same article that cite another reference of
its list, any or a neighbour, under the mark of the work. These are works of the open half of
``disputes`` that six articles and more cite; the sentences come from works of fewer than six.
"""

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import NamedTuple

import numpy as np
import spacy
from scipy.optimize import minimize
from sklearn.feature_extraction.text import TfidfVectorizer

from spacy_citalign.app.answers.article_citances import collect_article
from spacy_citalign.app.answers.collecting import CitanceCollector, Collected
from spacy_citalign.app.answers.collection_context import OtherReferences, subject_stems
from spacy_citalign.app.answers.group_sentences import sentences_of_group
from spacy_citalign.components.articles.docs import SentenceFinder
from spacy_citalign.components.articles.reading import read_articles_of
from spacy_citalign.errors import InputError
from spacy_citalign.inputs.article_files import article_files
from spacy_citalign.inputs.records import Reading
from spacy_citalign.statements.odd import LEAST_OTHERS, odd_features
from spacy_citalign.statements.references import FIT_FEATURES, CitedWords, Vector, sentence_vector
from spacy_citalign.statements.sentences import CitingSentence
from spacy_citalign.words.arrays import Floats
from spacy_citalign.words.english import content_stems

from ..common import data_folder

LISTED = 18
_SLIPS = 3  # of an article under a work, and so many of neighbours
_TAUGHT = 2_000  # sentences that teach which reference of its list one cites
Fits = Floats  # (1 + C, 4) by FIT_FEATURES: of the work that is cited and of C other references


class Slip(NamedTuple):
    """A sentence under a work of a real list: what is seen of it, and what it would fit.

    Attributes:
        work: the key of the work.
        kind: "" where it cites the work, "any" or "neighbour" where it cites another reference.
        features: by ``odd.FEATURES``.
        fits: of the work and of other references.
        right: the row of ``fits`` that it does cite.
    """

    work: str
    kind: str
    features: Floats
    fits: Fits
    right: int


class MadeUpLists:
    """Lists of references of the articles that cite the works of a file.

    Args:
        works: key, title and sentences of each, with their ids.
    """

    def __init__(self, works: Sequence[tuple[str, str, Sequence[str], Sequence[CitingSentence]]]):
        self._sentences = {
            (key, name): sentence
            for key, _, names, sentences in works
            for name, sentence in zip(names, sentences, strict=True)
        }
        self._vectors = {
            name: (sentence_vector(sentence), sentence.article or "")
            for name, sentence in self._sentences.items()
        }
        self._words = {
            key: CitedWords(
                title, [(one[1], one[0]) for name in names if (one := self._vectors[key, name])]
            )
            for key, title, names, _ in works
        }
        self._within: dict[str, set[str]] = defaultdict(set)
        cited: dict[str, set[str]] = defaultdict(set)
        for key, name in self._sentences:
            self._within[name].add(key)
            cited[self._vectors[key, name][1]].add(key)
        self._lists = _filled(works, cited)
        self._known: dict[tuple[str, str, str], Floats] = {}

    def fits(self, host: str, home: str, name: str) -> Fits:
        """Return how a sentence fits the work that it is under, and other references.

        Args:
            host: the work that it is under.
            home: the work that it cites.
            name: its id.
        """
        vector, article = self._vectors[home, name]
        besides = self._within[name] - ({home} if home != host else set())
        others = sorted(self._lists[article] - besides - {host})
        return np.array([self._fit(key, home, name, vector, article) for key in (host, *others)])

    def taught(self, keys: Sequence[str]) -> Iterator[Fits]:
        """Yield how the sentences of works fit them and the other references."""
        for key, name in self._sentences:
            if key in keys:
                yield self.fits(key, key, name)

    def _fit(self, key: str, home: str, name: str, vector: Vector, article: str) -> Floats:
        known = key, home, name
        if known not in self._known:
            self._known[known] = _row(self._words[key], vector, article)
        return self._known[known]


def _row(words: CitedWords, vector: Vector, article: str) -> Floats:
    features = words.fit_features(vector, article)
    return np.array([features.get(name, 0.0) for name in FIT_FEATURES])


def _filled(works: Sequence[tuple], cited: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """Return lists of references: the works that an article cites, and those likest to them."""
    keys = [work[0] for work in works]
    numbers = {key: number for number, key in enumerate(keys)}
    texts = [" ".join([work[1], *(one.claim() for one in work[3][:10])]) for work in works]
    vectors = TfidfVectorizer(analyzer=content_stems).fit_transform(texts)
    alike = (vectors @ vectors.T).toarray()
    lists = {}
    for article, own in cited.items():
        places = [numbers[key] for key in sorted(own)]
        order = alike[places].max(axis=0)
        order[places] = 2.0
        first = np.argsort(-order, kind="stable")[: max(LISTED, len(places))]
        lists[article] = {keys[number] for number in first.tolist()}
    return lists


def real_lists(works: Sequence[str]) -> tuple[list[Fits], list[Slip]]:
    """Return what real lists teach, and slips in them.

    Args:
        works: the works under which slips are made, by their titles in small letters.

    Returns:
        How sentences fit the work that they cite and the other references, and the sentences of
        the works with slips among them.
    """
    collected = _collected()
    subjects = subject_stems(collected.groups)
    references = OtherReferences(collected, subjects)
    draw = random.Random(0)
    hosts = []
    by_article: dict[str, list] = defaultdict(list)
    for group in collected.groups:
        if group.articles <= LEAST_OTHERS and group.cited.text_of("title"):
            items = collected.citing[group.cited.key]
            for sentence, item in zip(sentences_of_group(group.group()), items, strict=True):
                by_article[item[0].identity].append((group.cited.key, sentence, item))
        elif group.cited.text_of("title").lower() in works:
            hosts.append(group)

    def fits(key: str, home: str, sentence: CitingSentence, item: tuple) -> tuple[Fits, int]:
        article, citance = item
        others = references.others(key, article, citance)
        if key != home:
            others[citance.reference] = references.words_of_work(home)
        vector, name = sentence_vector(sentence, subjects), sentence.article or ""
        words = [references.words_of_work(key), *others.values()]
        right = 1 + list(others).index(citance.reference) if key != home else 0
        return np.array([_row(one, vector, name) for one in words]), right

    every = [one for sentences in by_article.values() for one in sentences]
    drawn = draw.sample(every, min(_TAUGHT, len(every)))
    slips = []
    for group in hosts:
        key, title = group.cited.key, group.cited.text_of("title")
        own = list(zip(sentences_of_group(group.group()), collected.citing[key], strict=True))
        sentences = [sentence for sentence, _ in own]
        for place, row in zip(*odd_features(sentences, title, subjects), strict=True):
            slips.append(Slip(key, "", row, *fits(key, key, *own[place])))
        for article, number in sorted({(one[0].identity, one[1].reference) for _, one in own}):
            for kind, chosen in _foreign(by_article[article], {*sentences}, number, draw):
                for home, sentence, item in chosen:
                    places, rows = odd_features([*sentences, sentence], title, subjects)
                    if places[-1:] == [len(sentences)]:
                        slips.append(Slip(key, kind, rows[-1], *fits(key, home, sentence, item)))
    return [fits(key, key, sentence, item)[0] for key, sentence, item in drawn], slips


def _foreign(
    sentences: list, host: Set[CitingSentence], number: int, draw: random.Random
) -> Iterator:
    """Yield sentences that cite other references of the list, any and neighbours of one."""
    own = {one.text for one in host}
    others = [one for one in sentences if one[1].text not in own]
    draw.shuffle(others)
    yield "any", others[:_SLIPS]
    near = [one for one in others if _distance(one[2], number) == 1]
    yield "neighbour", near[:_SLIPS]


def _distance(item: tuple, number: int) -> int:
    article, citance = item
    references = article.references
    return abs(references[citance.reference].position - references[number].position)


def _collected() -> Collected:
    nlp = spacy.load("spacy_citalign")
    finder, collector = SentenceFinder(nlp), CitanceCollector()
    for file in article_files([data_folder() / "articles_tulsi" / "articles.tar.xz"]):
        for article in read_articles_of(file, Reading(), max_length=nlp.max_length):
            if not isinstance(article, InputError):
                collector.add(collect_article(article, finder))
    return collector.collected()


def fit_weights(taught: Sequence[Fits]) -> Floats:
    """Return the weights by which sentences fit what they cite best among the references.

    Args:
        taught: of each sentence, how it fits the work that it cites, first, and the others.
    """
    rows, sizes = np.concatenate(taught), np.array([len(one) for one in taught])
    starts = np.cumsum(sizes) - sizes

    def loss(weights: Floats) -> tuple[float, Floats]:
        scores = rows @ weights
        most = np.maximum.reduceat(scores, starts)
        shares = np.exp(scores - np.repeat(most, sizes))
        total = np.add.reduceat(shares, starts)
        shares /= np.repeat(total, sizes)
        value = (most + np.log(total) - scores[starts]).sum() + 0.01 * weights @ weights
        return value, rows.T @ shares - rows[starts].sum(axis=0) + 0.02 * weights

    return minimize(loss, np.zeros(len(FIT_FEATURES)), jac=True, method="L-BFGS-B").x


def gain(fits: Fits, weights: Floats) -> float:
    """Return by how much the best other reference with a word of it fits better, 0 for none."""
    scores = fits @ weights
    tied = fits[1:, :-1].any(axis=1)  # all but "alone"
    return max(float(scores[1:][tied].max(initial=-np.inf) - scores[0]), 0.0)
