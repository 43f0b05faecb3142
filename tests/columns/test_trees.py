"""Trees from brackets: spans, layers that are left out, and brackets that are none.

Head percolation: examples by hand, with the exception that the paper makes.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.columns.tree_alignment import leaves
from spacy_citalign.columns.trees import ROOT, Constituent, head_child, tree_of
from spacy_citalign.errors import InputError
from tests.columns.column_models import FIGURE_2, parsed_sentences, tree


def outline(node):
    """A tree as (label, children), of words the tag."""
    return (node.label, *map(outline, node.children)) if node.children else node.label


def nodes(node):
    """All nodes, the outer before the inner."""
    return [node] + [below for child in node.children for below in nodes(child)]


def brackets(node):
    """The phrases of a tree in pre-order."""
    return [Constituent(n.label, n.start, n.end) for n in nodes(node) if not n.is_leaf]


def test_figure_2_has_its_spans_and_heads():
    root = tree(FIGURE_2[0])
    noun, verb, stop = root.children
    assert (root.label, root.start, root.end) == ("S", 0, 14)
    assert [(n.label, n.start, n.end) for n in (noun, verb, stop)] == [
        ("NP", 0, 3),
        ("VP", 3, 13),
        (".", 13, 14),
    ]
    # "the head of a VP is an embedded VP": the participle, not "was"
    assert root.head == verb.head == 4
    assert noun.head == 2
    assert stop.is_leaf
    assert not noun.is_leaf


def test_words_outside_of_brackets_are_leaves_between_them():
    tags = "CC DT NN VBZ .".split()
    root = tree_of(tags, [Constituent("S", 0, 5), Constituent("NP", 1, 3), Constituent("VP", 3, 4)])
    assert outline(root) == ("S", "CC", ("NP", "DT", "NN"), ("VP", "VBZ"), ".")
    assert [(leaf.start, leaf.end, leaf.head) for leaf in leaves(root)] == [
        (place, place + 1, place) for place in range(5)
    ]


@pytest.mark.parametrize(
    ("tags", "constituents", "expected"),
    [
        ("NN VBZ", [("NP", 0, 1), ("VP", 1, 2)], (ROOT, ("NP", "NN"), ("VP", "VBZ"))),
        ("NN VBZ .", [("S", 0, 2)], (ROOT, ("S", "NN", "VBZ"), ".")),
        ("NN VBZ", [], (ROOT, "NN", "VBZ")),
        ("NN", [], (ROOT, "NN")),
        ("NN VBZ", [("S", 0, 2)], ("S", "NN", "VBZ")),
    ],
)
def test_sentence_gets_a_root_unless_one_bracket_holds_it(tags, constituents, expected):
    found = tree_of(tags.split(), [Constituent(*constituent) for constituent in constituents])
    assert outline(found) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # S and FRAG over a single phrase that is no VP
        ("(S (NP (DT no) (NN hay)))", ("NP", "DT", "NN")),
        ("(FRAG (NP (NN hay)))", ("NP", "NN")),
        ("(S (FRAG (NP (NN hay))))", ("NP", "NN")),
        ("(VP (TO to) (S (ADJP (JJ old))))", ("VP", "TO", ("ADJP", "JJ"))),
        # the same label again
        ("(NP (NP (DT no) (NN hay)))", ("NP", "DT", "NN")),
        ("(S (S (VP (VB graze))))", ("S", ("VP", "VB"))),
        ("(VP (VP (VP (VB graze))))", ("VP", "VB")),
        # all else stays
        ("(S (VP (VB graze)))", ("S", ("VP", "VB"))),
        ("(S (NN hay))", ("S", "NN")),
        ("(SBAR (S (VP (VB graze))))", ("SBAR", ("S", ("VP", "VB")))),
        ("(NP (QP (CD two)))", ("NP", ("QP", "CD"))),
        ("(NP (NP (NN hay)) (. .))", ("NP", ("NP", "NN"), ".")),
    ],
)
def test_layers_that_keep_like_phrases_apart_are_left_out(text, expected):
    assert outline(tree(text)) == expected


@pytest.mark.parametrize(
    "constituents",
    [
        [("NP", 0, 2), ("VP", 1, 3)],  # cross
        [("NP", 0, 0)],  # empty
        [("NP", 2, 1)],  # backwards
        [("NP", 1, 4)],  # beyond the end
        [("NP", -1, 2)],  # before the beginning
        [("NP", 0, 1), ("S", 0, 3)],  # the inner before the outer
        [("VP", 1, 3), ("NP", 0, 1)],  # the right before the left
    ],
)
def test_brackets_that_contradict_each_other_are_refused(constituents):
    label, start, end = constituents[-1]
    with pytest.raises(InputError, match=f"{label} over words {start} to {end} .* of 3 words"):
        tree_of(["NN", "VBZ", "."], [Constituent(*constituent) for constituent in constituents])


@given(parsed_sentences())
def test_tree_has_the_words_and_the_spans_of_its_brackets(sentence):
    tags, constituents = sentence
    root = tree_of(tags, constituents)
    assert [leaf.label for leaf in leaves(root)] == tags
    spans = {(0, len(tags))} | {(start, end) for _, start, end in constituents}
    assert {(start, end) for _, start, end in brackets(root)} == spans
    labels = {label for label, _, _ in constituents} | {ROOT}
    assert {label for label, _, _ in brackets(root)} <= labels


@given(parsed_sentences())
def test_tree_comes_back_from_its_own_brackets(sentence):
    root = tree_of(*sentence)
    assert tree_of(sentence.tags, brackets(root)) == root


@given(parsed_sentences())
def test_children_fill_their_node_and_one_of_them_has_its_head(sentence):
    for node in nodes(tree_of(*sentence)):
        if node.is_leaf:
            assert (node.start + 1, node.start) == (node.end, node.head)
            continue
        bounds = [node.start, *(child.end for child in node.children)]
        assert [child.start for child in node.children] == bounds[:-1]
        assert bounds[-1] == node.end
        assert node.head in {child.head for child in node.children}


def test_tree_may_be_deeper_than_python_calls_functions():
    levels = 5000
    root = tree_of(["VB"] * levels, [Constituent("VP", place, levels) for place in range(levels)])
    assert len(leaves(root)) == levels


# A label, its children, and in brackets the one that is the head.
HEADS = [
    # clauses
    "S: NP [VP] .",
    "S: SBAR , NP [VP] .",
    "S: [S] CC S .",
    "S: PP [NP] .",  # no verb phrase: the last resort of the rule
    "SBAR: [WHNP] S",
    "SBAR: [IN] S",
    "SBARQ: WHNP [SQ] .",
    # the exception: "an embedded VP in preference to the AUX or MD verbs"
    "VP: VBD [VP]",
    "VP: MD RB [VP]",
    "VP: TO [VP]",
    "VP: VBD ADVP , [VP]",
    "SQ: VBD NP [VP]",
    "SINV: MD NP [VP]",
    # and where there is none
    "VP: [VBD] NP PP",
    "VP: ADVP [VBZ] ADJP",
    "VP: [VB] CC VB NP",
    "VP: [VP] CC VP",
    "SQ: [VBZ] NP ADJP",
    "SINV: PP [VBZ] NP",
    # noun phrases
    "NP: DT JJ [NN]",
    "NP: DT NN [NN] PP",
    "NP: [NP] PP",
    "NP: [NP] , SBAR ,",
    "NP: [NP] CC NP",
    "NP: NN CC [NN]",
    "NP: NP [NN]",  # a possessor and its thing
    "NP: DT NN [POS]",
    "NP: [PRP]",
    "NP: [$] CD",
    "NP: DT [CD]",
    "NP: DT [JJ]",
    "NP: [DT] ADVP",
    "NP: DT [NNS] -LRB- CD -RRB-",
    "NX: JJ [NN]",
    # the rest
    "PP: [IN] NP",
    "PP: RB [IN] NP",
    "ADJP: RB [JJ] PP",
    "ADVP: RB [RB]",
    "QP: [IN] CD",
    "WHNP: [WDT] NN",
    "WHPP: [IN] WHNP",
    "CONJP: RB [RB] IN",
    "PRT: [RP]",
    # labels without priorities: the first or the last that is no punctuation
    "PRN: -LRB- [NP] -RRB-",
    "INTJ: [UH] , UH",
    "UCP: ADJP CC [NP]",
    "FRAG: NP , [ADVP] .",
    "ROOT: NP [VP] .",
    "FANCY: DT [NN] .",
    # nothing but punctuation
    "PRN: [,] :",
    "FANCY: , [:]",
    "NP: [,] :",
]


@pytest.mark.parametrize("row", HEADS)
def test_head_is(row):
    label, _, children = row.partition(": ")
    names = children.split()
    (expected,) = [place for place, name in enumerate(names) if name.startswith("[")]
    assert head_child(label, [name.strip("[]") for name in names]) == expected


@given(
    st.sampled_from("S VP NP NX PP ADJP QP WHNP FRAG PRN FANCY".split()),
    st.lists(st.sampled_from("S VP NP PP NN JJ DT VBZ IN CC CD $ , . ODD".split()), min_size=1),
)
def test_every_constituent_has_a_head_among_its_children(label, children):
    head = head_child(label, children)
    assert 0 <= head < len(children)
    assert children[head] not in {",", "."} or set(children) <= {",", "."}


@given(st.lists(st.sampled_from("NP VBZ MD TO VP PP , RB".split()), min_size=1))
def test_a_verb_phrase_inside_another_is_its_head(children):
    if "VP" in children:
        assert head_child("VP", children) == children.index("VP")
