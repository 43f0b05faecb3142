"""Invented articles with citances and the sentences that they speak of."""

from spacy.language import Language
from spacy.training import Example

from spacy_citalign.components.readers.evidence_corpora import cited_doc
from spacy_citalign.corpora.cited_articles import ChosenCitance, CitedArticleRecord, CitedSentence
from spacy_citalign.evidence.features import ArticleSentence, CitedGroup

_ANIMALS = ("frogs", "newts", "toads", "otters", "herons", "beetles")
_DEEDS = ("sleep in the mud", "sing before the rain", "hide under wide leaves", "eat small snails")


def sentence(animal: str, deed: str) -> str:
    return f"We found that {animal} of this pond {deed}."


def article(number: int) -> CitedArticleRecord:
    """Return an article whose citances repeat the deed of one of its sentences."""
    deeds = [*_DEEDS[number % 4 :], *_DEEDS[: number % 4]]
    animals = [_ANIMALS[(number + i) % 6] for i in range(4)]
    sentences = [
        CitedSentence("A pond was observed for years.", "Abstract"),
        *(
            CitedSentence(sentence(animal, deed), "Results")
            for animal, deed in zip(animals, deeds, strict=True)
        ),
        CitedSentence("More ponds must be observed in later years.", "Discussion"),
    ]
    citances = tuple(
        ChosenCitance(f"As Marsh et al. (2009) saw, {animal} {deed}.", (place, place), 2)
        for place, (animal, deed) in enumerate(zip(animals, deeds, strict=True), 1)
    )
    return CitedArticleRecord(f"article {number}", tuple(sentences), citances)


def articles(count: int = 6) -> list[CitedArticleRecord]:
    return [article(number) for number in range(count)]


def group(record: CitedArticleRecord) -> CitedGroup:
    return CitedGroup(
        tuple(citance.text for citance in record.citances),
        tuple(ArticleSentence(*one) for one in record.sentences),
        tuple(citance.chosen for citance in record.citances),
    )


def examples(nlp: Language, count: int = 6) -> list[Example]:
    found = []
    for record in articles(count):
        reference = cited_doc(nlp, record)
        reference.user_data["evidence_gold"] = [list(one.chosen) for one in record.citances]
        found.append(Example(cited_doc(nlp, record), reference))
    return found
