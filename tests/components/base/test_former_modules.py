"""Pickles of version 0.2 name modules that are elsewhere now, and are read all the same."""

import pickle

import spacy

NAMES = """
boundaries.component BoundarySettings SentenceBoundaryDetector
chunks.attributes noun_phrases
chunks.component BasePhraseChunker ChunkSettings
chunks.scorer score_base_phrases
citances.component CitanceAligner CitanceAlignerSettings
citances.scorer score_citances
citations.component CitanceFinder FinderSettings
citations.scorer score_citations
columns.component ColumnSettings ColumnTaggerPipe
columns.scorer score_columns
evidence.component EvidenceRankerPipe EvidenceRankerSettings
evidence.scorer score_evidence
gene_ids.component GeneNormalizerPipe GeneNormalizerSettings
gene_ids.scorer score_gene_ids
genes.component GeneMentionSettings GeneMentionTagger
genes.scorer score_gene_mentions
lemmas.component SuffixLemmatizer
lemmas.scorer score_lemmas
sentences.component SentenceAlignerPipe SentenceAlignerSettings
sentences.scorer score_sentences
settings ModelSettings
tags.component PerceptronTagger
tags.scorer score_tags
terms.component PropositionalTermExtractor TermSettings
terms.scorer score_terms
trained _unpickled
"""


def test_every_name_in_pickles_of_0_2_is_what_has_that_name_now():
    for line in NAMES.strip().splitlines():
        module, *names = line.split()
        for name in names:
            named = f"cspacy_citalign.components.{module}\n{name}\n.".encode()
            assert pickle.loads(named).__name__ == name


def test_what_0_2_kept_of_a_component_is_enough():
    nlp = spacy.load("spacy_citalign", enable=["suffix_lemmatizer"])
    pipe = nlp.get_pipe("suffix_lemmatizer")
    unpickle, (kind, name, kept, model) = pipe.__reduce__()
    as_in_0_2 = {attribute: kept[attribute] for attribute in ("_settings", "scorer")}
    again = unpickle(kind, name, as_in_0_2, model)
    again.require_ready()
    assert again.to_bytes() == pipe.to_bytes()
