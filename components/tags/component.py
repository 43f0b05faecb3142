"""The component ``perceptron_tagger``: Penn tags and universal part-of-speech tags.

An averaged perceptron (Collins 2002), as Roark's tagger (section 5); the algorithm is in
``spacy_citalign.tags``.
"""

import warnings
from collections.abc import Callable, Iterable, Mapping
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

import numpy as np
from spacy.attrs import POS, TAG
from spacy.language import Language
from spacy.parts_of_speech import IDS
from spacy.tokens import Doc, Token
from spacy.training import Example

from ...errors import CitalignWarning, InputError
from ..base import register
from ..settings import ModelSettings, build
from ..trained import ModelPipe

if TYPE_CHECKING:
    from ...tags.model import TagModel
    from ...tags.tagger import Tagged, Tagger
    from ...tags.training import TaggedSentence
    from ..doc_words import DocWords


def get_stem(token: Token) -> str:
    """Return the token's Porter stem, lower-cased; each distinct word is stemmed once."""
    from ...words.stem import porter_stem

    return porter_stem(token.text)


def install_extensions() -> None:
    """Install ``token._.stem``."""
    from ..extensions import install_getters

    install_getters(Token, stem=get_stem)


@register(
    "perceptron_tagger",
    settings=ModelSettings,
    scorer="citalign.TagScorer.v1",
    extensions="tags.component:install_extensions",
    assigns=["token.tag", "token.pos", "token._.stem"],
    score_weights={"tag_acc": 1.0, "pos_acc": 0.0},
)
class PerceptronTagger(ModelPipe["TagModel", "Tagger"]):
    """Sets ``token.tag_`` and ``token.pos_``.

    Sentences are read one by one where boundaries are set; elsewhere a Doc is cut at full stops and
    line breaks. White-space tokens get the tag ``_SP``, as spaCy's own pipelines have it.
    """

    model_type = "tags.model:TagModel"

    @property
    def labels(self) -> tuple[str, ...]:
        """The Penn tags that the component knows; empty before training."""
        return () if not self.fitted else self.fitted_model().tags

    def predict(self, docs: list[Doc]) -> list[tuple["DocWords", "Tagged"]]:
        """Return the tags of each Doc's words, leaving it as it is."""
        from ..doc_words import doc_words

        tagger = self.fitted_runner()
        if not docs:
            return []
        words_of_docs = [doc_words(doc) for doc in docs]
        tokens = [token for words in words_of_docs for token in words.words]
        spaces = np.concatenate([words.spaces for words in words_of_docs])
        tagged = tagger(tokens, spaces, np.concatenate([words.lengths for words in words_of_docs]))
        ends = np.cumsum([len(words.words) for words in words_of_docs])[:-1]
        parts = zip(*(np.split(column, ends) for column in tagged), strict=True)
        return [
            (words, type(tagged)(*part)) for words, part in zip(words_of_docs, parts, strict=True)
        ]

    def set_annotations(
        self, docs: list[Doc], predictions: list[tuple["DocWords", "Tagged"]]
    ) -> None:
        """Write the tags."""
        from ...tags.universal import UNIVERSAL
        from ..treebank import SPACE_POS, SPACE_TAG

        universal = np.array([IDS[tag] for tag in UNIVERSAL], dtype=np.uint64)
        for doc, (words, tagged) in zip(docs, predictions, strict=True):
            strings = doc.vocab.strings
            penn = np.array([strings.add(tag) for tag in self.labels], dtype=np.uint64)
            values = np.empty((len(doc), 2), dtype=np.uint64)
            values[:] = strings.add(SPACE_TAG), IDS[SPACE_POS]
            values[words.places] = np.stack([penn[tagged.tags], universal[tagged.pos]], axis=1)
            doc.from_array([TAG, POS], values)  # type: ignore[arg-type]

    def initialize(
        self,
        get_examples: Callable[[], Iterable[Example]],
        *,
        nlp: Language | None = None,
        cutoff: int | None = 2,
        folds: int | None = 10,
        algorithm: str | None = "ap",
        crf: Mapping[str, object] | None = {"max_iterations": 10},
        prune: float | None = 0.5,
    ) -> None:
        """Train on the tags of the references, or keep the shipped weights.

        Universal tags are learned from the references that have them. None stands for the default.

        Args:
            get_examples: gives the Examples.
            nlp: the pipeline that the component is in.
            cutoff: how many tokens must have a feature for it to be used.
            folds: parts of the corpus, by document, for the jackknife of the learned lexicon.
            algorithm, crf: what sklearn-crfsuite trains with; ``ap`` is the averaged perceptron of
                Collins (2002), which Roark's tagger uses.
            prune: share of the smallest weights to drop.

        Raises:
            InputError: the examples have no tags.
            SettingError: a setting is unknown.
        """
        arguments = locals()
        if self.needs_training(nlp):
            from ...tags.training import TrainingSettings, train

            settings = build(TrainingSettings, arguments)
            self.use(train(tagged_sentences(get_examples()), settings))

    def make_runner(self, model: "TagModel") -> "Tagger":
        """Return the tagger of a model."""
        from ...tags.tagger import Tagger

        return Tagger(model)


def tagged_sentences(examples: Iterable[Example]) -> list["TaggedSentence"]:
    """Return the sentences of the references whose words all have tags.

    Sentences with some tags only are left out, counted and warned of.

    Raises:
        InputError: no sentence of a reference is tagged.
    """
    from ...tags.training import TaggedSentence
    from ..doc_words import doc_words

    sentences: list[TaggedSentence] = []
    count = partly = 0
    for count, example in enumerate(examples, start=1):
        doc = example.reference
        words = doc_words(doc)
        tokens = [doc[position] for position in words.places.tolist()]
        for start, end in pairwise(accumulate(words.lengths.tolist(), initial=0)):
            tags = [token.tag_ for token in tokens[start:end]]
            if all(tags):
                pos = [token.pos_ for token in tokens[start:end]]
                spaces = words.spaces[start:end].tolist()
                sentences.append(
                    TaggedSentence(words.words[start:end], spaces, tags, pos, document=count)
                )
            else:
                partly += any(tags)
    if not sentences:
        raise InputError(
            f"none of the {count} training examples has a sentence with tags on all its words; put "
            "gold Penn tags in token.tag_ of the references"
        )
    if partly:
        warnings.warn(
            f"{partly} sentences have tags on some words only and are left out of training; tag "
            "all words of the references",
            CitalignWarning,
            stacklevel=2,
        )
    return sentences
