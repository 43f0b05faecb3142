"""`spacy find-threshold`, which tries 0 and 1 whatever a setting is."""

import pytest
import spacy
from spacy.cli.find_threshold import find_threshold
from spacy.tokens import DocBin, Span

from spacy_citalign import join

ALL = ("gene_mention_tagger", "propositional_term_extractor", "citance_aligner")


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # spaCy's, of scores that are all the same
@pytest.mark.parametrize(
    ("component", "setting", "score"),
    [
        ("sentence_boundary_detector", "threshold", "sents_f"),
        ("gene_mention_tagger", "min_probability", "gene_mentions_official_f"),
        ("propositional_term_extractor", "min_probability", "propositional_terms_f"),
        ("citance_aligner", "threshold", "homologs_f"),
    ],
)
def test_zero_and_one_are_tried(tmp_path, component, setting, score):
    nlp = spacy.load("spacy_citalign", exclude=[name for name in ALL if name != component])
    doc = nlp(join(["The p53 gene binds MDM2. Frogs have it.", "It binds MDM2."], nlp=nlp))
    doc.spans["homologs"] = [Span(doc, 3, 4, label="1"), Span(doc, 12, 13, label="1")]
    DocBin(docs=[doc]).to_disk(tmp_path / "dev.spacy")
    nlp.to_disk(tmp_path / "pipeline")
    best, _, scores = find_threshold(
        tmp_path / "pipeline",
        tmp_path / "dev.spacy",
        component,
        setting,
        score,
        n_trials=3,
        silent=True,
    )
    assert set(scores) == {0.0, 0.5, 1.0}
    assert best in scores
