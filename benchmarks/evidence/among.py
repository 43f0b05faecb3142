"""Support of cited articles of one narrow field against other articles of it.

Of 201 articles on one plant (articles_tulsi) some are cited by others. Each sentence that cites one
is asked of it and of another, drawn once, that it does not stand in.
"""

import numpy as np
import spacy

from spacy_citalign.app.answers.answer_options import AnswerOptions
from spacy_citalign.app.answers.evidence_docs import article_parts
from spacy_citalign.app.answers.harvesting import harvest
from spacy_citalign.app.answers.pdf_doubles import matched_works
from spacy_citalign.components.articles.reading import named_article
from spacy_citalign.evidence.features import ArticleSentence
from spacy_citalign.evidence.model import EvidenceModel
from spacy_citalign.inputs.article_files import read_file
from spacy_citalign.inputs.articles import Article
from spacy_citalign.inputs.records import Reading
from spacy_citalign.schema import known_fields

from ..common import data_folder
from ..recording import Table
from .support import auc

_SEED = 3


def among(model: EvidenceModel) -> Table:
    """Return the table."""
    nlp = spacy.load("spacy_citalign")
    nlp.select_pipes(enable="sentence_boundary_detector")
    reading = Reading(articles=True)
    found = harvest(
        [data_folder() / "articles_tulsi" / "articles.tar.xz"],
        nlp,
        AnswerOptions(reading=reading, n_process=1),
    )
    texts: dict[str, Article] = {}
    for file in found.files:
        for name, content in read_file(file, reading):
            if isinstance(content, Article) and any(
                one.kind == "text" for one in content.paragraphs
            ):
                article = named_article(content, name)
                texts[article.id] = article
    works = {number: known_fields(group.cited) for number, group in enumerate(found.groups)}
    matched = matched_works(works, {n: one.about for n, one in enumerate(found.articles)})
    rng = np.random.default_rng(_SEED)
    names = [*texts]
    asked: dict[str, list[tuple[str, bool]]] = {}
    works = 0
    for group, place in matched.items():
        own = found.articles[place].source
        works += own in names
        for citance in found.groups[group].group().citances if own in names else ():
            others = [name for name in names if name not in (own, citance.source)]
            asked.setdefault(own, []).append((citance.claim, True))
            asked.setdefault(str(rng.choice(others)), []).append((citance.claim, False))
    values, coverage, right = [], [], []
    for name, claims in asked.items():
        looked_up = model.looked_up([claim for claim, _ in claims], _sentences(nlp, texts[name]))
        for one, (_, is_own) in zip(looked_up, claims, strict=True):
            values.append(one.support or 0.0)
            coverage.append(one.features.coverage)
            right.append(is_own)
    own_ones, all_values = np.array(right), np.array(values)
    shares = np.array(coverage)
    row = [
        str(works),
        str(int(own_ones.sum())),
        f"{auc(all_values[own_ones], all_values[~own_ones]):.3f}",
        f"{auc(shares[own_ones], shares[~own_ones]):.3f}",
        f"{all_values[own_ones].mean():.3f}",
        f"{all_values[~own_ones].mean():.3f}",
    ]
    columns = (
        "cited articles",
        "citances",
        "AUC",
        "AUC, coverage alone",
        "mean, cited article",
        "mean, another",
    )
    return Table("Support in one narrow field, articles on a plant", columns, [row])


def _sentences(nlp: "spacy.language.Language", article: Article) -> list[ArticleSentence]:
    return [
        ArticleSentence(one.text, part.section)
        for part in article_parts(article, article.id)
        for one in nlp(part.text).sents
    ]
