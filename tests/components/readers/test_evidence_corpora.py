"""Readers: CL-SciSumm's two files, .spacy files, and what is refused."""

import json

import pytest
from blank_english import NLP
from cited_articles import examples
from spacy.tokens import DocBin
from spacy.util import registry

from spacy_citalign.errors import InputError

ARTICLE = {
    "target": "pond",
    "sentences": [
        {"sid": 0, "section": "", "text": "Of frogs"},
        {"sid": 3, "section": "Results", "text": " Frogs sleep. They dream. "},
        {"sid": 4, "section": "Results", "text": "Newts sing."},
    ],
}
CITING = {
    "target": "pond",
    "citances": [
        {"text": "Newts sing [1].", "reference": [{"sids": [4]}, {"sids": [4, 0]}]},
        {"text": "Frogs sleep [1].", "reference": []},
    ],
}


@pytest.fixture
def read(tmp_path):
    def read(citing=CITING, article=ARTICLE, **settings):
        for name, row in (("citances", citing), ("articles", article)):
            (tmp_path / name).write_text(json.dumps(row), encoding="utf-8")
        make = registry.readers.get("citalign.CitedArticles.v1")
        return list(make(tmp_path / "citances", tmp_path / "articles", **settings)(NLP))

    return read


def test_citances_sentences_and_choices(read):
    (example,) = read()
    doc = example.reference
    assert [span.text for span in doc.spans["citances"]] == ["Newts sing [1].", "Frogs sleep [1]."]
    assert [(span.text, span.label_) for span in doc.spans["cited_text"]] == [
        ("Frogs sleep. They dream.", "Results"),
        ("Newts sing.", "Results"),
    ]
    assert doc.user_data["evidence_gold"] == [[1, 1], []]  # the title is left out
    assert len(list(doc.sents)) == 4
    assert [span.text for span in example.predicted.spans["cited_text"]] == [
        span.text for span in doc.spans["cited_text"]
    ]
    assert "evidence_gold" not in example.predicted.user_data


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"citing": CITING | {"target": "lake"}}, "'lake' is not in"),
        ({"citing": {"target": "pond"}}, "no citances"),
        ({"citing": {"target": "pond", "citances": []}}, "no sentences or no citances"),
        ({"citing": {"target": "pond", "citances": [{"text": 3}]}}, "text"),
        (
            {
                "citing": {
                    "target": "pond",
                    "citances": [{"text": "a", "reference": [{"sids": [9]}]}],
                }
            },
            "no such sid",
        ),
        ({"article": {"target": "pond", "sentences": [{"sid": "x", "text": "a"}]}}, "sid"),
        ({"article": {"target": "pond", "sentences": ["a"]}}, "write an object"),
        (
            {
                "citing": {"target": "pond", "citances": [{"text": "Frogs."}]},
                "article": {"target": "pond", "sentences": [{"sid": 0, "text": "a"}]},
            },
            "no sentences",
        ),
    ],
)
def test_what_is_not_in_the_format_is_refused(read, change, message):
    with pytest.raises(InputError, match=message):
        read(**change)


def test_missing_paths_are_refused():
    for name in ("citalign.CitedArticles.v1", "citalign.EvidenceCorpus.v1"):
        with pytest.raises(InputError, match="no path"):
            registry.readers.get(name)(None)


def test_spacy_files_keep_the_gold_and_give_what_is_to_be_ranked(tmp_path):
    reference = examples(NLP, 1)[0].reference
    DocBin(docs=[reference], store_user_data=True).to_disk(tmp_path / "a.spacy")
    (example,) = registry.readers.get("citalign.EvidenceCorpus.v1")(tmp_path / "a.spacy")(NLP)
    for key in ("citances", "cited_text"):
        assert [span.text for span in example.predicted.spans[key]] == [
            span.text for span in reference.spans[key]
        ]
    assert [list(x) for x in example.reference.user_data["evidence_gold"]] == [
        [1, 1],
        [2, 2],
        [3, 3],
        [4, 4],
    ]
