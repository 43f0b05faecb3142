"""Head percolation: examples by hand, with the exception that the paper makes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.columns.heads import head_child

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
