"""Terms by joint frequency of their variants, and terms by the formation of their words."""

from math import log2

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from spacy_citalign.errors import InputError, SettingError
from spacy_citalign.terms.c_value import c_values, count_nested, find_candidates, mark_terms
from spacy_citalign.terms.morphology import Formation, formation, morphological_terms
from spacy_citalign.terms.noun_phrases import TermFilter
from spacy_citalign.terms.texts import TaggedSentence
from spacy_citalign.terms.variation import find_variants, is_acronym, normalized_word, singular


def read(tagged):
    pairs = [token.rsplit("/", 1) for token in tagged.split()]
    return TaggedSentence([word for word, _ in pairs], [tag for _, tag in pairs])


def forms(*sentences, rules=None):
    """The canonical forms of one document's candidates, sorted."""
    found = find_variants([[read(sentence) for sentence in sentences]], rules)
    return sorted(" ".join(form) for form in found.forms)


def marked(documents, spans_of_documents):
    found = []
    for document, spans in zip(documents, spans_of_documents, strict=True):
        words = [word for sentence in document for word in sentence.words]
        found.append([" ".join(words[a:b]) for a, b in spans])
    return found


# Variation


@pytest.mark.parametrize(
    ("plural", "expected"),
    [
        ("trees", "tree"),
        ("classes", "class"),
        ("searches", "search"),
        ("indexes", "index"),
        ("houses", "house"),
        ("entropies", "entropy"),
        ("lies", "lie"),
        ("analyses", "analysis"),
        ("corpora", "corpus"),
        ("matrices", "matrix"),
        ("data", "data"),
        ("people", "people"),
        ("apparatus", "apparatus"),
        ("s", "s"),
    ],
)
def test_singulars(plural, expected):
    assert singular(plural) == expected


@pytest.mark.parametrize(
    ("word", "tag", "expected"),
    [
        ("Parse-Trees", "NNS", ("parse", "tree")),
        ("Analysis", "NN", ("analysis",)),
        ("tumour", "NN", ("tumor",)),
        ("four", "CD", ("four",)),
        ("normalisation", "NN", ("normalization",)),
        ("pre-", "JJ", ("pre",)),
        ("--", ":", ("--",)),
        ("", "NN", ("",)),
    ],
)
def test_normalized_words(word, tag, expected):
    assert normalized_word(word, tag) == expected


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("HMM", True),
        ("HMMs", True),
        ("IBM-3", True),
        ("LaTeX", True),
        ("mRNA", True),
        ("Tree", False),
        ("I", False),
        ("UNDERSTANDING", False),
    ],
)
def test_acronyms(word, expected):
    assert is_acronym(word) == expected


def test_variants_of_one_term_count_together():
    sentences = [
        read("Parse-tree/NN searches/NNS"),
        read("parse/NN tree/NN search/NN"),
        read("search/NN of/IN parse/NN trees/NNS"),
    ]
    candidates = find_variants([sentences])
    row = candidates.forms.index(("parse", "tree", "search"))
    assert count_nested(candidates).frequency[row] == 3
    assert c_values(candidates)["parse", "tree", "search"] == pytest.approx(3 * log2(3))
    # As strings they are three terms.
    strings = find_candidates([sentences], TermFilter("prepositions"))
    assert max(c_values(strings).values()) < 3


def test_of_turns_a_term_round_and_other_prepositions_part_it():
    assert forms("search/NN of/IN deep/JJ trees/NNS") == ["deep tree", "deep tree search"]
    assert forms("search/NN in/IN deep/JJ trees/NNS") == ["deep tree"]


def test_coordinated_adjectives_share_their_noun():
    sentence = "deep/JJ and/CC shallow/JJ tree/NN search/NN"
    assert forms(sentence) == [
        "deep tree search",
        "shallow tree",
        "shallow tree search",
        "tree search",
    ]
    assert "deep search" in forms("deep/JJ ,/, wide/JJ ,/, or/CC fast/JJ search/NN")
    assert "wide search" in forms("deep/JJ ,/, wide/JJ ,/, or/CC fast/JJ search/NN")
    assert forms("trees/NNS and/CC deep/JJ search/NN") == ["deep search"]
    assert forms("deep/JJ and/CC shallow/JJ") == []
    assert forms("deep/JJ and/CC trees/NNS") == []
    assert forms(sentence, rules=TermFilter("nouns")) == ["tree search"]


def test_an_elliptic_variant_holds_no_other_term():
    documents = [[read("deep/JJ and/CC shallow/JJ search/NN")]]
    candidates = find_variants(documents)
    assert candidates.elliptic.tolist() == [False, True]
    counts = count_nested(candidates)
    assert counts.frequency.tolist() == [1, 1]
    assert counts.nested.tolist() == [0, 0]
    assert marked(documents, mark_terms(candidates, c_values(candidates))) == [
        ["deep and shallow search"]
    ]


def test_coordination_stays_in_its_sentence():
    assert forms("it/PRP is/VBZ deep/JJ", "and/CC shallow/JJ search/NN") == ["shallow search"]


DEFINED = "fast/JJ tree/NN search/NN (/-LRB- FTS/NN )/-RRB-"


def test_acronyms_count_with_their_long_forms():
    documents = [[read(DEFINED), read("FTS/NN finds/VBZ nests/NNS")]]
    candidates = find_variants(documents)
    values = c_values(candidates)
    assert values["fast", "tree", "search"] == pytest.approx(log2(3) * 3)
    assert marked(documents, mark_terms(candidates, values)) == [["fast tree search", "FTS", "FTS"]]


def test_acronyms_are_read_as_their_long_forms_inside_of_terms():
    assert "fast tree search system" in forms(DEFINED, "FTS/NN systems/NNS")
    assert "fast tree search" in forms(DEFINED, "many/JJ FTSs/NNS")


def test_acronyms_without_a_definition_are_candidates_of_one_word():
    assert forms("FTS/NN finds/VBZ nests/NNS") == ["fts"]
    assert c_values(find_variants([[read("FTS/NN finds/VBZ")]])) == {("fts",): 0.0}


def test_the_long_form_is_the_shortest_that_fits():
    found = forms("big/JJ slow/JJ tree/NN shaking/NN (/-LRB- STS/NN )/-RRB- ,/, STS/NN")
    assert "slow tree shaking" in found
    assert "big slow tree shaking" in found
    assert "sts" not in found
    # The last letter is not in the last word.
    assert "ts" in forms("tree/NN shaking/NN cat/NN (/-LRB- TS/NN )/-RRB-")
    assert "xyz" in forms("tree/NN shaking/NN (/-LRB- XYZ/NN )/-RRB-")


def test_a_definition_holds_elsewhere_if_all_agree():
    plain = [read("FTS/NN")]
    other = [read("flat/JJ tile/NN sorting/NN (/-LRB- FTS/NN )/-RRB-")]
    agreed = find_variants([[read(DEFINED)], plain])
    assert ("fts",) not in agreed.forms
    candidates = find_variants([[read(DEFINED)], other, plain])
    assert {("fts",), ("fast", "tree", "search"), ("flat", "tile", "sorting")} <= set(
        candidates.forms
    )


def test_variants_as_single_words_where_wanted():
    rules = TermFilter("prepositions", shortest=1)
    assert forms("trees/NNS of/IN nests/NNS", rules=rules) == ["nest", "nest tree", "tree"]


WORDS = ["tree", "Trees", "nest-tree", "FTS", "of", "in", "and", ",", "(", ")", "deep", "-", ""]
tagged = st.lists(
    st.tuples(
        st.sampled_from(WORDS), st.sampled_from(["NN", "NNS", "JJ", "IN", "CC", "-LRB-", "VBN"])
    ),
    max_size=9,
)
collections = st.lists(st.lists(tagged, max_size=3), max_size=3).map(
    lambda documents: [
        [TaggedSentence([w for w, _ in s], [t for _, t in s]) for s in document]
        for document in documents
    ]
)


@given(collections, st.sampled_from(["nouns", "adjectives", "prepositions"]), st.integers(1, 3))
@example([[TaggedSentence(["tree", "and", "tree", "tree"], ["JJ", *["NN"] * 3])]], "adjectives", 1)
def test_any_text_has_variants_that_can_be_valued_and_marked(documents, pattern, shortest):
    candidates = find_variants(documents, TermFilter(pattern, shortest=shortest))
    spans = [tuple(span) for span in candidates.spans.tolist()]
    assert len(set(spans)) == len(spans)
    assert len(set(candidates.forms)) == len(candidates.forms)
    assert set(candidates.terms.tolist()) == set(range(len(candidates.forms)))
    values = c_values(candidates, smoothing=1)
    assert all(value >= 0 for value in values.values())
    for spans in mark_terms(candidates, values):
        places = [place for a, b in spans for place in range(a, b)]
        assert places == sorted(set(places))


@pytest.mark.parametrize("documents", [[], [[]], [[TaggedSentence([], [])]]])
def test_no_text_no_variants(documents):
    candidates = find_variants(documents)
    assert candidates.forms == []
    assert candidates.spans.shape == (0, 2)
    assert mark_terms(candidates, c_values(candidates)) == [[] for _ in documents]


def test_variants_are_refused_for_the_reasons_of_candidates():
    with pytest.raises(InputError, match="2 words and 1 tags"):
        find_variants([[TaggedSentence(["oak", "tree"], ["NN"])]])
    with pytest.raises(SettingError, match="pattern is 'verbs'"):
        find_variants([], TermFilter("verbs"))


# Morphology


@pytest.mark.parametrize(
    ("expected", "words"),
    [
        (Formation.SIMPLE, "tree word model study disease phrase x - -- été"),
        (Formation.CLASS_TWO, "parser Tagger meaning friendship nameless"),
        (Formation.CLASS_ONE, "probabilistic semantics density derivations"),
        (Formation.COMPOUND, "rule-based tree-bank word-by-word density-free"),
        (Formation.PREFIXED, "multimodel micro-array hypertext"),
        (Formation.NEOCLASSICAL, "morphology bilingual Polynomials lymphocyte dermatitis"),
    ],
)
def test_formation_of_words(expected, words):
    for word in words.split():
        assert (word, formation(word)) == (word, expected)


def test_a_compound_is_as_technical_as_its_parts():
    assert formation("morphology-based") == Formation.NEOCLASSICAL


@given(st.text(alphabet="abioéX-s"))
def test_any_word_has_a_formation(word):
    assert formation(word) == formation(word.upper().lower())


def test_words_without_end_have_a_formation():
    assert formation("bio" * 50_000) <= Formation.NEOCLASSICAL
    assert formation("a-" * 50_000) == Formation.COMPOUND


def test_terms_have_a_term_forming_word():
    documents = [
        [read("probabilistic/JJ tree/NN grows/VBZ"), read("a/DT bird/NN nest/NN")],
        [read("the/DT old/JJ morphology/NN of/IN tree/NN parsers/NNS")],
    ]
    assert marked(documents, morphological_terms(documents)) == [
        ["probabilistic tree"],
        ["morphology", "tree parsers"],
    ]
    only_class_one = morphological_terms(documents, multiword=Formation.CLASS_ONE)
    assert marked(documents, only_class_one) == [["probabilistic tree"], ["morphology"]]
    everything = morphological_terms(documents, multiword=Formation.SIMPLE, single=Formation.SIMPLE)
    assert marked(documents, everything) == [
        ["probabilistic tree", "bird nest"],
        ["old morphology", "tree parsers"],
    ]


def test_single_nouns_need_a_formation_of_their_own():
    documents = [[read("the/DT parser/NN reads/VBZ semantics/NN ,/, morphology/NN")]]
    assert marked(documents, morphological_terms(documents)) == [["semantics", "morphology"]]
    strict = morphological_terms(documents, single=Formation.NEOCLASSICAL)
    assert marked(documents, strict) == [["morphology"]]


def test_participles_of_a_term_if_wanted():
    documents = [[read("rule-based/VBN trees/NNS")]]
    assert marked(documents, morphological_terms(documents)) == [[]]
    found = morphological_terms(documents, participles=True)
    assert marked(documents, found) == [["rule-based trees"]]


def test_terms_end_with_their_sentence_and_adjectives_alone_are_none():
    documents = [[read("morphology/NN"), read("parsers/NNS"), read("probabilistic/JJ")], []]
    assert marked(documents, morphological_terms(documents)) == [["morphology"], []]


@given(collections)
def test_morphological_terms_are_disjoint_and_end_in_nouns(documents):
    for document, spans in zip(documents, morphological_terms(documents), strict=True):
        tags = [tag for sentence in document for tag in sentence.tags]
        places = [place for a, b in spans for place in range(a, b)]
        assert places == sorted(set(places))
        assert all(tags[b - 1] in ("NN", "NNS") for _, b in spans)


@pytest.mark.parametrize("documents", [[], [[]], [[TaggedSentence([], [])], []]])
def test_no_text_no_morphological_terms(documents):
    assert morphological_terms(documents) == [[] for _ in documents]


def test_morphology_needs_a_tag_for_every_word():
    with pytest.raises(InputError, match="1 words and 2 tags"):
        morphological_terms([[TaggedSentence(["oak"], ["NN", "NN"])]])
