"""Corpus readers of cited articles with the sentences that citances speak of, for spaCy configs."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example
from spacy.util import registry

from ..base.names import CITANCES, CITED_TEXT, EVIDENCE_GOLD
from ..joining import join
from ..sentences.gold import copy_texts
from .gold_docs import Reader, at_most, files_to_train, set_sentence_starts, stored_corpus_reader

if TYPE_CHECKING:
    from ...corpora.cited_articles import CitedArticleRecord

_MEMBERS = "members"


@registry.readers("citalign.CitedArticles.v1")
def make_cited_article_reader(
    path: Path | None, articles: Path | None = None, limit: int = 0
) -> Reader:
    """Make a reader of CL-SciSumm's citances and cited articles, a Doc an article.

    Both Docs of an Example have ``doc.spans["citances"]`` and ``doc.spans["cited_text"]``, a span a
    sentence; references have the annotators' choices in ``doc.user_data["evidence_gold"]``.
    Titles are no sentences of the article.

    Args:
        path: the citances in JSON Lines; see ``spacy_citalign.corpora.cited_articles``.
        articles: the cited articles; None: ``references.jsonl`` beside the citances.
        limit: read that many articles at most; 0 reads all.

    Raises:
        InputError: no path was given; at reading, a file is missing or not in its format.
        SettingError: the limit is negative.
    """
    (citances,) = files_to_train(path, "citances of articles", "citances.jsonl")
    max_count = at_most(limit)
    cited = None if articles is None else Path(articles)

    def read(nlp: Language) -> Iterator[Example]:
        from ...corpora.cited_articles import read_cited_articles

        for record in islice(read_cited_articles(citances, cited), max_count):
            reference = cited_doc(nlp, record)
            reference.user_data[EVIDENCE_GOLD] = [[*citance.chosen] for citance in record.citances]
            yield Example(cited_doc(nlp, record), reference)

    return read


@registry.readers("citalign.EvidenceCorpus.v1")
def make_evidence_corpus_reader(
    path: Path | None, citances: str = CITANCES, cited_text: str = CITED_TEXT, limit: int = 0
) -> Reader:
    """Make a reader of ``.spacy`` files whose Docs to be ranked get citances and article of gold.

    spaCy's own reader gives them bare, so that there would be nothing to rank. Files need the user
    data of their Docs, where the gold is.

    Args:
        path: a file, or a folder of them.
        citances: the span group of the citances.
        cited_text: that of the article.
        limit: read that many Docs at most; 0 reads all.

    Raises:
        InputError: no path was given.
        SettingError: the limit is negative.
    """
    return stored_corpus_reader(path, limit, [citances, cited_text], copy_texts)


def cited_doc(nlp: Language, record: "CitedArticleRecord") -> Doc:
    """Return a Doc of citances and the sentences of the article, each a sentence, without gold."""
    citing = join([citance.text for citance in record.citances], nlp=nlp, key=CITANCES)
    sections = [sentence.section for sentence in record.sentences]
    texts = [sentence.text for sentence in record.sentences]
    article = join(texts, nlp=nlp, key=CITED_TEXT, labels=sections)
    doc = join([citing, article], nlp=nlp, key=_MEMBERS)
    spans = [span for key in (CITANCES, CITED_TEXT) for span in doc.spans[key]]
    set_sentence_starts(doc, [span.start_char for span in spans])
    del doc.spans[_MEMBERS]
    return doc
