"""What the contract tests need to know of each factory: how to train it small, and on what."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import cited_articles
import gene_tables
import spacy
from corpus import (
    citance_groups,
    divided_texts,
    gene_sentences,
    parsed_sentences,
    phrased_sentences,
    tagged_sentences,
    term_documents,
    text_pairs,
)
from lemma_words import lemmatized_sentences
from spacy.language import Language
from spacy.tokens import Doc, Span
from spacy.training import Example

from spacy_citalign.atomic import atomic_write
from spacy_citalign.components.base.names import GENE_LABEL
from spacy_citalign.components.base.spans import get_character_spans, set_character_spans
from spacy_citalign.components.joining import join
from spacy_citalign.components.readers.gene_id_corpora import set_gold
from spacy_citalign.components.readers.sentence_corpora import pair_doc
from spacy_citalign.corpora.text_pairs import AlignedTexts

_MOST_LINES = 400
_SIDES = ("first", "second")


class Finding(NamedTuple):
    """One thing that a component says of a Doc."""

    start_char: int
    end_char: int
    label: str
    confidence: float


def tokenised(nlp: Language, text: str) -> Doc:
    return nlp.make_doc(text)


def with_citances(nlp: Language, text: str) -> Doc:
    """Return a Doc in which each line is a citance; five of them in a row cite the same work.

    Of long texts only the first lines are, since every group takes its time.
    """
    doc = nlp.make_doc(text)
    spans = []
    start = 0
    for line in text.split("\n")[:_MOST_LINES]:
        span = doc.char_span(start, start + len(line), alignment_mode="expand") if line else None
        if span is not None:
            spans.append(Span(doc, span.start, span.end, label=f"work {len(spans) // 5}"))
        start += len(line) + 1
    doc.spans["citances"] = spans
    return doc


def _tagged(nlp: Language, text: str, sentences: Iterable[Sequence[Sequence[str]]]) -> Doc:
    """Return a Doc whose words have the tags that they have in sentences: words, tags."""
    known: dict[str, str] = {}
    for words, own, *_ in sentences:
        known |= dict(zip(words, own, strict=True))
    doc = nlp.make_doc(text)
    for token in doc:
        token.tag_ = known.get(token.text, "NN")
    return doc


def with_tags(nlp: Language, text: str) -> Doc:
    """Return a Doc whose words have the tags of the invented term documents."""
    return _tagged(nlp, text, [(one.words, one.tags) for one in term_documents()])


def with_tree_tags(nlp: Language, text: str) -> Doc:
    """Return a Doc whose words have the tags of the invented tagged sentences."""
    return _tagged(nlp, text, tagged_sentences())


def with_texts(nlp: Language, text: str) -> Doc:
    """Return a Doc of two texts, parted at the line break nearest to the middle."""
    doc = nlp.make_doc(text)
    breaks = [token.i for token in doc if "\n" in token.text]
    middle = min(breaks, key=lambda place: abs(2 * place - len(doc)), default=len(doc))
    doc.spans["texts"] = [Span(doc, 0, middle), Span(doc, middle, len(doc))]
    return doc


def with_cited_text(nlp: Language, text: str) -> Doc:
    """Return a Doc whose first third of lines are citances of the lines after them, an article.

    Of long texts the article is short: the same sentences again would share the probability.
    """
    doc = nlp.make_doc(text)
    breaks = [0, *(token.i + 1 for token in doc if "\n" in token.text), len(doc)]
    lines = [doc[start:end] for start, end in pairwise(breaks) if start < end]
    first = max(len(lines) // 3, 1)
    doc.spans["citances"] = lines[:first][: 3 * _MOST_LINES]
    doc.spans["cited_text"] = lines[first : first + 6]
    return doc


def with_genes(nlp: Language, text: str) -> Doc:
    """Return a Doc whose gene mentions are the invented names in the text."""
    doc = nlp.make_doc(text)
    spans = [match.span() for match in gene_tables.NAMED.finditer(text)]
    set_character_spans(doc, "gene_mentions", spans, GENE_LABEL)
    return doc


class Case(NamedTuple):
    """A factory under test."""

    factory: str
    examples: Callable[[Language], list[Example]]
    settings: dict[str, Any]  # of initialize, small and quick; {} where there is nothing to train
    text: str  # a text in which the trained component finds something
    read: Callable[[Doc], list[Finding]]
    score: str  # what its scorer counts; over .5 on its own examples
    spans_key: str = ""  # of the span group that it sets, if any, and of the attribute over it
    doc: Callable[[Language, str], Doc] = tokenised  # makes what the component reads of a text
    requires: tuple[str, ...] = ()  # what must be on the Doc before
    reader: str = "spacy.Corpus.v1"  # of its training files


def genes(doc: Doc) -> list[Finding]:
    return [
        Finding(r["start_char"], r["end_char"], GENE_LABEL, r["confidence"])
        for r in doc._.gene_mentions
    ]


def gene_ids(doc: Doc) -> list[Finding]:
    findings = [
        Finding(
            r["start_char"],
            r["end_char"],
            f"{r['kb_id']} {[(one['id'], one['reason']) for one in r['gene_ids']]}",
            max((one["confidence"] for one in r["gene_ids"]), default=1.0),
        )
        for r in doc._.mentions("gene_mentions")
    ]
    return findings + [
        Finding(start, end, f"{one['taxon']} {one['name']}", one["share"])
        for one in doc._.species
        for start, end in one["mentions"]
    ]


def terms(doc: Doc) -> list[Finding]:
    return [
        Finding(r["start_char"], r["end_char"], "TERM", r["confidence"])
        for r in doc._.propositional_terms
    ]


def tags(doc: Doc) -> list[Finding]:
    return [
        Finding(token.idx, token.idx + len(token), f"{token.tag_} {token.pos_}", 1.0)
        for token in doc
    ]


def lemmas(doc: Doc) -> list[Finding]:
    return [Finding(token.idx, token.idx + len(token), token.lemma_, 1.0) for token in doc]


def columns(doc: Doc) -> list[Finding]:
    return [
        Finding(token.idx, token.idx + len(token), f"{column} {token._.column_region}", 1.0)
        for token, column in zip(doc, doc._.columns, strict=True)
    ]


def phrases(doc: Doc) -> list[Finding]:
    offsets = get_character_spans(doc, "base_phrases") or []
    return [
        Finding(start, end, span.label_, 1.0)
        for (start, end), span in zip(offsets, doc.spans["base_phrases"], strict=True)
    ]


def sentences(doc: Doc) -> list[Finding]:
    return [Finding(span.start_char, span.end_char, "sentence", 1.0) for span in doc.sents]


def homologs(doc: Doc) -> list[Finding]:
    group = doc.spans["homologs"]
    offsets = get_character_spans(doc, "homologs") or []
    return [
        Finding(start, end, f"{key} {span.label_}", confidence)
        for (start, end), span, key, confidence in zip(
            offsets, group, group.attrs["key"], group.attrs["confidence"], strict=True
        )
    ]


def aligned_sentences(doc: Doc) -> list[Finding]:
    partners: dict[tuple[int, int], dict[tuple[int, int], float]] = {}
    for record in doc._.sentence_alignment:
        sides = [(record[side]["start_char"], record[side]["end_char"]) for side in _SIDES]
        for one, other in (sides, sides[::-1]):
            partners.setdefault(one, {})[other] = record["probability"]
    findings = []
    for span in doc.spans["aligned_sentences"]:
        place = (span.start_char, span.end_char)
        own = partners.get(place, {})
        label = f"{span.label_}: {sorted(own)}"
        findings.append(Finding(*place, label, max(own.values(), default=1.0)))
    return findings


def evidence(doc: Doc) -> list[Finding]:
    return [
        Finding(one["start_char"], one["end_char"], f"{record['text']} {i}", one["probability"])
        for record in doc._.evidence
        for i, one in enumerate(record["evidence"])
    ]


def citations(doc: Doc) -> list[Finding]:
    marks = [
        Finding(r["start_char"], r["end_char"], f"{r['style']} {r['key']}", 1.0)
        for r in doc._.citations
    ]
    citances = doc.spans["citances"]
    offsets = get_character_spans(doc, "citances") or []
    return marks + [
        Finding(start, end, span.label_, 1.0)
        for (start, end), span in zip(offsets, citances, strict=True)
    ]


def gene_examples(nlp: Language) -> list[Example]:
    """Return the invented gene sentences as Examples."""
    examples = []
    for text, mentions in gene_sentences():
        reference = nlp.make_doc(text)
        set_character_spans(reference, "gene_mentions", mentions, GENE_LABEL)
        examples.append(Example(nlp.make_doc(text), reference))
    return examples


def gene_id_examples(nlp: Language) -> list[Example]:
    """Return the invented texts with ids of genes as Examples."""
    examples = []
    for text, mentions in gene_tables.TEXTS:
        starts = [text.index(name) for name, _ in mentions]
        spans = [
            (start, start + len(name)) for start, (name, _) in zip(starts, mentions, strict=True)
        ]
        reference, predicted = nlp.make_doc(text), nlp.make_doc(text)
        set_gold(reference, spans, [ids for _, ids in mentions])
        set_character_spans(predicted, "gene_mentions", spans, GENE_LABEL)
        examples.append(Example(predicted, reference))
    return examples


def term_examples(nlp: Language) -> list[Example]:
    """Return the invented abstracts with terms as Examples."""
    examples = []
    for document in term_documents():
        reference = nlp.make_doc(document.text)
        set_character_spans(reference, "propositional_terms", document.offsets, "TERM")
        examples.append(Example(with_tags(nlp, document.text), reference))
    return examples


def tag_examples(nlp: Language) -> list[Example]:
    """Return the invented tagged sentences as Examples."""
    examples = []
    for words, tags_, pos in tagged_sentences():
        reference = Doc(nlp.vocab, words=words, tags=tags_, pos=pos)
        examples.append(Example(nlp.make_doc(reference.text), reference))
    return examples


def lemma_examples(nlp: Language) -> list[Example]:
    """Return the invented sentences with lemmas as Examples."""
    examples = []
    for sentence in lemmatized_sentences():
        words, tags_, lemmas_ = (list(column) for column in zip(*sentence, strict=True))
        reference = Doc(nlp.vocab, words=words, tags=tags_, lemmas=lemmas_)
        examples.append(Example(Doc(nlp.vocab, words=words, tags=tags_), reference))
    return examples


def _span_examples(nlp: Language, group: str, sentences: Iterable[Any]) -> list[Example]:
    """Return sentences as Examples: words, tags, and spans that the group has."""
    examples = []
    for words, tags_, found in sentences:
        reference = Doc(nlp.vocab, words=words, tags=tags_)
        reference.spans[group] = [
            Span(reference, start, end, label=label) for label, start, end in found
        ]
        examples.append(Example(with_tree_tags(nlp, reference.text), reference))
    return examples


def tree_examples(nlp: Language) -> list[Example]:
    """Return the invented parsed sentences as Examples."""
    return _span_examples(nlp, "constituents", parsed_sentences())


def phrase_examples(nlp: Language) -> list[Example]:
    """Return the invented sentences with phrases as Examples."""
    return _span_examples(nlp, "base_phrases", phrased_sentences())


def boundary_examples(nlp: Language) -> list[Example]:
    """Return the invented texts with their sentence starts as Examples."""
    examples = []
    for text, starts in divided_texts():
        reference = nlp.make_doc(text)
        for token in reference:
            token.is_sent_start = token.idx in starts
        examples.append(Example(nlp.make_doc(text), reference))
    return examples


def sentence_examples(nlp: Language) -> list[Example]:
    """Return the invented pairs of texts as Examples."""
    examples = []
    for pair in text_pairs():
        told = AlignedTexts("", None, tuple(pair.first), tuple(pair.second), None, None)
        reference = pair_doc(nlp, told)
        links = [list(link) for link in pair.links]
        reference.user_data["sentence_links"] = [{"texts": [0, 1], "links": links}]
        examples.append(Example(pair_doc(nlp, told), reference))
    return examples


def citance_examples(nlp: Language) -> list[Example]:
    """Return the invented groups of citances as Examples."""
    examples = []
    for number, citances in enumerate(citance_groups()):
        texts = [text for text, _ in citances]
        predicted, reference = (join(texts, nlp=nlp, labels=f"work {number}") for _ in range(2))
        units, labels = [], []
        for span, (_, own) in zip(reference.spans["citances"], citances, strict=True):
            units += [(span.start_char + start, span.start_char + end) for start, end, _ in own]
            labels += [name for *_, name in own]
        set_character_spans(reference, "homologs", units, labels)
        examples.append(Example(predicted, reference))
    return examples


CITING = "Frogs hop in spring [3,5-7]. Smith et al. (2004) saw it. Toads sleep (Lee, 1999)."


def citation_examples(nlp: Language) -> list[Example]:
    """Return a text with its citations and citances as an Example."""
    reference = nlp.make_doc(CITING)
    set_character_spans(
        reference,
        "citations",
        [(21, 22), (23, 24), (23, 26), (25, 26), (29, 48), (70, 79)],
        ["3", "5", "6", "7", "Smith 2004", "Lee 1999"],
    )
    return [Example(nlp.make_doc(CITING), reference)]


CASES = {
    case.factory: case
    for case in [
        Case(
            "base_phrase_chunker",
            phrase_examples,
            {"crf": {"c2": 0.1, "max_iterations": 20}, "cutoff": 1, "folds": 2, "prune": 0.0},
            " ".join(tagged_sentences()[0][0]),
            phrases,
            "base_phrases_f",
            doc=with_tree_tags,
            requires=("token.tag",),
        ),
        Case(
            "citance_finder",
            citation_examples,
            {},
            CITING,
            citations,
            "citations_f",
            "citations",
        ),
        Case(
            "citance_aligner",
            citance_examples,
            {
                "methods": ["units", "schwartz"],
                "max_iterations": 30,
                "least_count": 2,
                "trees": 20,
                "folds": 2,
                "calibrate": False,
            },
            "\n".join(text for text, _ in citance_groups()[0]),
            homologs,
            "homologs_f",
            doc=with_citances,
            requires=("doc.spans",),
            reader="citalign.CitanceCorpus.v1",
        ),
        Case(
            "column_tagger",
            tree_examples,
            {
                "anchoring": "trees",
                "iterations": 2,
            },
            " ".join(tagged_sentences()[0][0]),
            columns,
            "columns_root_purity",
            doc=with_tree_tags,
            requires=("token.tag",),
        ),
        Case(
            "evidence_ranker",
            cited_articles.examples,
            {"l2": 1.0, "folds": 3},
            "Newts sing before the rain.\nWe found that newts of this pond sing before the rain.\n"
            "Frogs sleep in the mud.",
            evidence,
            "evidence_mrr",
            doc=with_cited_text,
            requires=("doc.spans",),
            reader="citalign.EvidenceCorpus.v1",
        ),
        Case(
            "gene_mention_tagger",
            gene_examples,
            {
                "algorithm": "masked_lbfgs",
                "crf": {"max_iterations": 15},
                "cutoff": 1,
                "folds": 3,
                "prune": 0.0,
            },
            gene_sentences()[0][0],
            genes,
            "gene_mentions_official_f",
            "gene_mentions",
        ),
        Case(
            "gene_normalizer",
            gene_id_examples,
            {"genes": [gene_tables.gene_file()], "l2": 0.3, "folds": 2},
            gene_tables.TEXT,
            gene_ids,
            "gene_ids_f",
            doc=with_genes,
            requires=("doc.spans",),
            reader="citalign.GeneIdCorpus.v1",
        ),
        Case(
            "perceptron_tagger",
            tag_examples,
            {"cutoff": 1, "folds": 2, "prune": 0.0},
            " ".join(tagged_sentences()[0][0]),
            tags,
            "tag_acc",
        ),
        Case(
            "propositional_term_extractor",
            term_examples,
            {"crf": {"c2": 1.0, "max_iterations": 10}, "folds": 2, "rescore": 2, "prune": 0.0},
            term_documents()[0].text,
            terms,
            "propositional_terms_f",
            "propositional_terms",
            doc=with_tags,
            requires=("token.tag",),
        ),
        Case(
            "sentence_aligner",
            sentence_examples,
            {"rounds": 2, "perturbations": 1, "folds": 2},
            "\n".join(" ".join(text) for text in text_pairs()[0][:2]),
            aligned_sentences,
            "sentence_links_f",
            doc=with_texts,
            requires=("doc.spans",),
            reader="citalign.SentenceCorpus.v1",
        ),
        Case(
            "sentence_boundary_detector",
            boundary_examples,
            {"cutoff": 1, "prune": 0.0},
            " ".join(text for text, _ in divided_texts()[:2]),
            sentences,
            "sents_f",
        ),
        Case(
            "suffix_lemmatizer",
            lemma_examples,
            {"letters": 4, "cutoff": 1},
            " ".join(tagged_sentences()[0][0]),
            lemmas,
            "lemma_acc",
            doc=with_tree_tags,
            requires=("token.tag",),
        ),
    ]
}


def train(case: Case) -> Language:
    """Return a blank pipeline with the component, trained."""
    nlp = spacy.blank("en")
    component = nlp.add_pipe(case.factory)
    if case.settings:
        component.initialize(lambda: case.examples(nlp), nlp=nlp, **case.settings)
    return nlp


SHARED: list[Path] = []  # the folder of trained components of all processes of the tests, if known


@cache
def trained(factory: str) -> Language:
    """Return the trained pipeline that tests share; none of them changes it for good."""
    nlp = train(CASES[factory])
    if SHARED and CASES[factory].settings:
        atomic_write(SHARED[0] / factory, nlp.get_pipe(factory).to_bytes())
    return nlp


def trained_bytes(factory: str) -> bytes:
    """Return the trained component as bytes, from whichever process of the tests was first."""
    if SHARED and (SHARED[0] / factory).exists():
        return (SHARED[0] / factory).read_bytes()
    return trained(factory).get_pipe(factory).to_bytes()


def loaded(factory: str) -> Language:
    """Return a new pipeline with the trained component."""
    nlp = spacy.blank("en")
    nlp.add_pipe(factory).from_bytes(trained_bytes(factory))
    return nlp
