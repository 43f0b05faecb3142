"""The component ``suffix_lemmatizer``: lemmas of tagged words.

Rules for the ends of words and exceptions to them; the algorithm is in ``spacy_citalign.lemmas``.
"""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from spacy.attrs import LEMMA, ORTH
from spacy.language import Language
from spacy.scorer import Scorer
from spacy.tokens import Doc
from spacy.training import Example
from spacy.util import registry

from .base.pipes import register
from .base.settings import ModelSettings, build
from .base.trained import ModelPipe
from .tags import of_words

if TYPE_CHECKING:
    from ..lemmas.inflections import Inflected
    from ..lemmas.model import LemmaModel, Lemmatizer  # noqa: F401 - of the class below
    from ..lemmas.training import LemmatizedWord
    from .base.doc_words import DocWords


@register(
    "suffix_lemmatizer",
    settings=ModelSettings,
    scorer="citalign.LemmaScorer.v1",
    requires=["token.tag"],
    assigns=["token.lemma"],
    score_weights={"lemma_acc": 1.0},
)
class SuffixLemmatizer(ModelPipe["LemmaModel", "Lemmatizer"]):
    """Sets ``token.lemma_`` from the word and its tag.

    Lemmas are in small letters, but for proper nouns and the few words that keep their capitals in
    the treebank. White space and what has no letters are their own lemma, as in spaCy's pipelines.
    """

    model_type = "lemmas.model:LemmaModel"
    runner_type = "lemmas.model:Lemmatizer"

    def predict(self, docs: list[Doc]) -> list[tuple["DocWords", list[str]]]:
        """Return the lemmas of each Doc's words, leaving it as it is.

        Raises:
            InputError: a Doc has words but no tags.
        """
        from .base.doc_words import tagged_words

        lemmatizer = self.fitted_runner()
        read = (tagged_words(doc, "the lemmatizer") for doc in docs)
        return [(words, lemmatizer(words.words, tags)) for words, tags in read]

    def set_annotations(
        self, docs: list[Doc], predictions: list[tuple["DocWords", list[str]]]
    ) -> None:
        """Write the lemmas."""
        for doc, (words, lemmas) in zip(docs, predictions, strict=True):
            add = doc.vocab.strings.add
            numbers = {lemma: add(lemma) for lemma in dict.fromkeys(lemmas)}
            values = doc.to_array([ORTH]).astype(np.uint64).reshape(-1, 1)
            values[words.places, 0] = np.fromiter(
                map(numbers.__getitem__, lemmas), np.uint64, len(lemmas)
            )
            doc.from_array([LEMMA], values)  # type: ignore[arg-type]

    def initialize(
        self,
        get_examples: Callable[[], Iterable[Example]],
        *,
        nlp: Language | None = None,
        letters: int | None = 6,
        cutoff: int | None = 2,
        lemmas: list[Path] | None = None,
    ) -> None:
        """Train on the tags and lemmas of the references, or keep the shipped weights.

        Words without a tag or a lemma are left out. Where sources disagree on a form, the
        references are believed before the irregular forms, and these before the listed lemmas. None
        stands for the default.

        Args:
            get_examples: gives the Examples.
            nlp: the pipeline that the component is in.
            letters: the longest ends that rules look at.
            cutoff: how many more different words than the rule before must have an edit for an end
                to get a rule of its own.
            lemmas: tables of lemmas with their parts of speech, whose regular forms are learned
                too; see ``spacy_citalign.corpora.word_lists``.

        Raises:
            InputError: the examples have no lemmas, or a file cannot be read.
            SettingError: a setting is unknown.
        """
        arguments = locals()
        if self.needs_training(nlp):
            from ..lemmas.inflections import irregular_forms
            from ..lemmas.training import TrainingSettings, train

            settings = build(TrainingSettings, arguments)
            words = list(lemmatized_words(get_examples()))
            self.use(train(words, [*irregular_forms(), *listed_forms(lemmas)], settings))


def lemmatized_words(examples: Iterable[Example]) -> Iterator["LemmatizedWord"]:
    """Yield the words of the references that are not white space."""
    from ..lemmas.training import LemmatizedWord

    for example in examples:
        for token in example.reference:
            if not token.is_space:
                yield LemmatizedWord(token.text, token.tag_, token.lemma_)


def listed_forms(paths: Iterable[Path] | None) -> Iterator["Inflected"]:
    """Yield the regular forms of the lemmas in some files.

    Raises:
        InputError: a file cannot be read.
    """
    from ..corpora.word_lists import read_lemma_list
    from ..lemmas.inflections import regular_forms

    for path in paths or ():
        for lemma, part in dict.fromkeys(read_lemma_list(path)):
            yield from regular_forms(lemma, part)


@registry.scorers("citalign.LemmaScorer.v1")
def make_lemma_scorer() -> Callable:
    """Make a scorer of ``lemma_acc``, spaCy's token accuracy (0..1).

    White space and tokens without a gold lemma are left out; None where nothing is left.
    """
    return score_lemmas


def score_lemmas(examples: Iterable[Example], **_: Any) -> dict[str, Any]:
    """Score lemmas with spaCy's rules for token attributes."""
    return Scorer.score_token_attr(examples, "lemma", getter=of_words)
