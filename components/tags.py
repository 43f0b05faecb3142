"""The component ``perceptron_tagger``: Penn tags and universal part-of-speech tags.

An averaged perceptron (Collins 2002), as Roark's tagger (section 5); the algorithm is in
``spacy_citalign.tags``.
"""

from collections.abc import Callable, Iterable, Mapping
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from spacy.attrs import POS, TAG
from spacy.language import Language
from spacy.parts_of_speech import IDS
from spacy.scorer import Scorer
from spacy.tokens import Doc, Token
from spacy.training import Example
from spacy.util import registry

from ..errors import InputError, warn
from .base.pipes import register
from .base.settings import ModelSettings, build
from .base.trained import ModelPipe

if TYPE_CHECKING:
    from ..tags.model import Tagged, Tagger, TagModel  # noqa: F401 - of the class below
    from ..tags.training import TaggedSentence
    from .base.doc_words import DocWords


def get_stem(token: Token) -> str:
    """Return the token's Porter stem, lower-cased; each distinct word is stemmed once."""
    from ..words.stem import porter_stem

    return porter_stem(token.text)


def install_extensions() -> None:
    """Install ``token._.stem``."""
    from .base.extensions import install_getters

    install_getters(Token, stem=get_stem)


@register(
    "perceptron_tagger",
    settings=ModelSettings,
    scorer="citalign.TagScorer.v1",
    extensions="tags:install_extensions",
    assigns=["token.tag", "token.pos", "token._.stem"],
    score_weights={"tag_acc": 1.0, "pos_acc": 0.0},
)
class PerceptronTagger(ModelPipe["TagModel", "Tagger"]):
    """Sets ``token.tag_`` and ``token.pos_``.

    Sentences are read one by one where boundaries are set; elsewhere a Doc is cut at full stops and
    line breaks. White-space tokens get the tag ``_SP``, as spaCy's own pipelines have it.
    """

    model_type = "tags.model:TagModel"
    runner_type = "tags.model:Tagger"

    @property
    def labels(self) -> tuple[str, ...]:
        """The Penn tags that the component knows; empty before training."""
        return () if not self.fitted else self.fitted_model().tags

    def predict(self, docs: list[Doc]) -> list[tuple["DocWords", "Tagged"]]:
        """Return the tags of each Doc's words, leaving it as it is."""
        from .base.doc_words import doc_words

        tagger = self.fitted_runner()
        if not docs:
            return []
        read = [doc_words(doc) for doc in docs]
        tokens = [token for words in read for token in words.words]
        spaces = np.concatenate([words.spaces for words in read])
        lengths = np.concatenate([words.lengths for words in read])
        tagged = tagger(tokens, spaces, lengths)
        ends = np.cumsum([len(words.words) for words in read])[:-1]
        parts = (np.split(column, ends) for column in tagged)
        return [(words, type(tagged)(*part)) for words, *part in zip(read, *parts, strict=True)]

    def set_annotations(
        self, docs: list[Doc], predictions: list[tuple["DocWords", "Tagged"]]
    ) -> None:
        """Write the tags."""
        from ..tags.universal import UNIVERSAL
        from .base.names import SPACE_POS, SPACE_TAG

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
            from ..tags.training import TrainingSettings, train

            settings = build(TrainingSettings, arguments)
            self.use(train(tagged_sentences(get_examples()), settings))


def tagged_sentences(examples: Iterable[Example]) -> list["TaggedSentence"]:
    """Return the sentences of the references whose words all have tags.

    Sentences with some tags only are left out, counted and warned of.

    Raises:
        InputError: no sentence of a reference is tagged.
    """
    from ..tags.training import TaggedSentence
    from .base.doc_words import doc_words

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
        warn(
            f"{partly} sentences have tags on some words only and are left out of training; tag "
            "all words of the references",
        )
    return sentences


@registry.scorers("citalign.TagScorer.v1")
def make_tag_scorer() -> Callable:
    """Make a scorer of ``tag_acc`` and ``pos_acc``, spaCy's token accuracies (0..1).

    White space and tokens without a gold tag are left out; None where nothing is left.
    """
    return score_tags


def score_tags(examples: Iterable[Example], **_: Any) -> dict[str, Any]:
    """Score tags with spaCy's rules for token attributes."""
    examples = list(examples)
    tag, pos = (Scorer.score_token_attr(examples, x, getter=of_words) for x in ("tag", "pos"))
    return tag | pos


def of_words(token: Token, attribute: str) -> int:
    """Return the attribute's value, 0 (missing) for white space."""
    return 0 if token.is_space else getattr(token, attribute)
