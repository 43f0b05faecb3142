"""What some sentences say that a thing raises, and others that it lowers, counted by articles."""

from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.statements.direction_counts import find_directions

C15 = [  # three that say lowers, one that says raises
    "The transporter MGT1 reduces sodium in shoots of marsh grass [1].",
    "MGT1 lowers the sodium of shoots and raises salt tolerance [4].",
    "MGT1 raises the sodium of shoots and thus salt tolerance of marsh grass [7].",
    "Sodium in shoots is reduced by MGT1 [2].",
]


def told(texts, **more):
    return [
        (one.agent, one.target, [(side.says, side.places, side.articles) for side in one.sides])
        for one in find_directions(texts, **more)
    ]


def test_three_articles_say_that_it_lowers_and_one_that_it_raises():
    sides = [("lowers", (0, 1, 3), 3), ("raises", (2,), 1)]
    assert told(C15) == [("MGT1", "sodium", sides)]
    assert told(C15[:2]) == []


def test_sentences_of_one_article_are_one_voice_and_none_against_itself():
    sides = [("lowers", (0, 1, 3), 2), ("raises", (2,), 1)]
    assert told(C15, articles=["a", "a", "b", "c"]) == [("MGT1", "sodium", sides)]
    assert told(C15, articles=["a"] * 4) == []


def test_less_of_a_thing_counts_for_its_reverse_and_an_opposite_measure_too():
    texts = ["FLB2 raises iron.", "Loss of FLB2 raises iron.", "FLB2 mutants have more iron."]
    (one,) = told(texts[:2])
    assert one == ("FLB2", "iron", [("raises", (0,), 1), ("lowers", (1,), 1)])
    heat = ["High temperature lowers tolerance to salt.",
            "High temperatures raise sensitivity to salt.",
            "High temperature increases salt tolerance."]  # fmt: skip
    sides = [("lowers", (0, 1), 2), ("raises", (2,), 1)]
    assert told(heat) == [("High temperature", "tolerance to salt", sides)]


def test_what_follows_but_is_said_of_the_same_agent_and_what_follows_though_is_not():
    sides = [("raises", (0,), 1), ("lowers", (1,), 1)]
    said, goes_on = "FLB2 raises iron.", "FLB2 increases zinc {} lowers iron."
    assert told([said, goes_on.format("but")]) == [("FLB2", "iron", sides)]
    assert told([said, goes_on.format("although it")]) == []


def test_what_is_denied_is_a_side_of_its_own():
    texts = ["FLB2 raises iron.", "FLB2 does not raise iron.", "FLB2 increases iron."]
    sides = [("raises", (0, 2), 2), ("does not raise", (1,), 1)]
    assert told(texts) == [("FLB2", "iron", sides)]
    assert told(["FLB2 does not raise iron.", "FLB2 does not lower iron."]) == []


def test_other_conditions_species_and_targets_are_no_reverse():
    assert told(["FLB2 raises iron in rice.", "FLB2 lowers iron in maize."]) == []
    assert told(["FLB2 raises iron.", "FLB2 lowers zinc."]) == []
    assert told(["FLB2 raises iron.", "FLB3 lowers iron."]) == []


def test_what_is_out_of_scope_does_not_count():
    texts = ["FLB2 raises iron.", "Frogs hop [1], FLB2 lowers iron [2]."]
    assert len(told(texts)) == 1
    assert told(texts, scopes=[[(0, 17)], [(0, 13)]]) == []


@given(st.lists(st.sampled_from([*C15, "FLB2 raises iron.", "FLB2 lowers iron [3].", ""])))
def test_each_side_has_its_sentences_in_order_and_no_more_articles(texts):
    articles = [number % 3 for number in range(len(texts))]
    for one in find_directions(texts, articles=articles):
        assert len(one.sides) > 1
        for side in one.sides:
            assert [*side.places] == sorted({*side.places})
            assert side.articles == len({articles[place] for place in side.places})
        assert one.target
        assert any(one.target in text for text in texts)
