"""Each rule of `citalign check` finds the component that breaks it, and none that is good."""

import re

import pytest
import spacy

from spacy_citalign.checks.findings import BREAKS, HOLDS, NOT_APPLICABLE
from spacy_citalign.checks.rules import RULES
from spacy_citalign.checks.texts import SENTENCES
from spacy_citalign.checks.under_test import ComponentUnderTest
from spacy_citalign.checks.worker import check_rule
from tests.checks import broken_components
from tests.checks.broken_components import WORDS

BY_NAME = {rule.name: rule for rule in RULES}
# These start processes; they have tests of their own.
SLOW = {"found", "quiet"}
TEXTS = SENTENCES[2:7]
# The component, the rules that it breaks, a part of what is said of the first.
BROKEN = [
    (
        "untrained",
        ["unfitted"],
        "and not trained, it raises TypeError: 'NoneType' object is not",
    ),
    ("nodefault", ["built"], "default settings the factory raises TypeError: 'NoneType' object"),
    ("firstword", ["texts"], "on the text 'empty' it raises IndexError"),
    (
        "outside",
        ["offsets", "together"],
        "a record in doc._.checked_thing has the characters 0 to ",
    ),
    ("shifted", ["offsets", "together"], "has the text 'ho', and the Doc has 'Ph' there"),
    ("secret", ["declared"], "it sets token.tag, and assigns does not name it"),
    ("promising", ["declared"], "assigns names doc.cats, which no Doc of the texts has"),
    ("needy", ["declared"], "requires names nothing, but on Docs without tags"),
    ("chunked", ["declared"], "it raises ValueError: [E029] `noun_chunks` requires"),
    ("merging", ["declared"], "it merges or splits tokens, and retokenizes is not declared"),
    ("company", ["batches", "processes"], "alone and in batches of 3: doc.cats['size'] is 1.0"),
    ("growing", ["again"], "annotating changes the component"),
    ("shared", ["threads"], "alone and in 4 threads: doc.spans['found']"),
    ("homebound", ["processes"], "with n_process=2 and fork it raises ValueError: nobody is at"),
    ("fragile", ["faults"], "though there is an error handler the stream ends: "),
    ("wasteful", ["faults"], "one Doc of 5 fails, and the error handler gets 5"),
    (
        "objects",
        ["processes", "together", "docs"],
        "it raises TypeError: can not serialize 'Thing' object",
    ),
    ("listed", ["together", "regrouped"], "after Doc.from_docs, doc._.checked_rated is None"),
    ("numbered", ["merged"], "after tokens were merged, doc._.checked_number raises IndexError"),
    (
        "stale",
        ["merged"],
        "after tokens were merged, doc.to_bytes raises IndexError: [E035] Error",
    ),
    ("forgetful", ["saved"], "it has state and no to_bytes: to_bytes of the pipeline leaves it"),
    ("lossy", ["saved"], "alone and after to_disk and loading: doc.spans['found']"),
    ("pickled", ["pickle"], "its to_bytes holds a pickle at byte 0"),
    ("named", ["pickle"], "its file check_named/words.joblib holds a pickle, by its name"),
    ("deaf", ["turned"], "least_probability does nothing: it gives the same with 0.0, 0.5, 1.0"),
    ("changeable", ["kept"], "limit was changed to 4, and after to_bytes and loading it is 3, in"),
    ("greedy", ["frozen"], "trained and frozen, initialize raises ValueError: the examples have"),
]
# Settings or state that a component needs to work at all.
SETTINGS = {"nodefault": {"words": WORDS}}
LEARNED = {"untrained", "forgetful"}


def under_test(name: str, *, from_factory: bool = True) -> ComponentUnderTest:
    # Blank English takes long to make, but noun chunks are of a language.
    nlp = spacy.blank("en" if name == "chunked" else "xx")
    component = nlp.add_pipe(f"check_{name}", config=SETTINGS.get(name, {}))
    if name in LEARNED:
        component.words = [*WORDS, "gene"]
    return ComponentUnderTest(nlp, f"check_{name}", TEXTS, from_factory=from_factory, fast=True)


def findings(one: ComponentUnderTest) -> dict:
    with one.alone():
        return {rule.name: check_rule(rule, one) for rule in RULES if rule.name not in SLOW}


def test_rules_have_names_promises_and_advice():
    assert len(RULES) == len(BY_NAME) == 21
    for rule in RULES:
        assert rule.promise == rule.promise.splitlines()[0].rstrip(".")
        assert rule.remedy.endswith(".")
    assert {rule for _, rules, _ in BROKEN for rule in rules} | SLOW == set(BY_NAME)


def test_good_component_keeps_all_rules():
    found = findings(under_test("finder"))
    assert {finding.status for finding in found.values()} == {HOLDS}
    assert all(finding.message == finding.remedy == "" for finding in found.values())


@pytest.mark.parametrize("name", ["sentencizer", "entity_ruler"])
def test_components_of_spacy_can_be_checked(name):
    nlp = spacy.blank("xx")
    component = nlp.add_pipe(name)
    if name == "entity_ruler":
        # Words, not a phrase: spaCy 3.8 loses those in from_bytes, which rule ``saved`` finds.
        component.add_patterns([{"label": "GENE", "pattern": [{"LOWER": "p53"}]}])
    found = findings(ComponentUnderTest(nlp, name, TEXTS, from_factory=True, fast=True))
    broken = {rule for rule, finding in found.items() if finding.status == BREAKS}
    # On an error, the sentencizer's __call__ returns what the error handler returns.
    assert broken == ({"faults"} if name == "sentencizer" else set())
    assert all("None in its place" in found[rule].message for rule in broken)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "rules", "what"), BROKEN, ids=[row[0] for row in BROKEN])
def test_rule_finds_what_breaks_it_and_no_other_does(name, rules, what):
    found = findings(under_test(name))
    assert [rule for rule, one in found.items() if one.status == BREAKS] == rules
    assert any(what in found[rule].message for rule in rules)
    assert all(found[rule].remedy for rule in rules)


def test_function_can_be_checked():
    nlp = spacy.blank("xx")
    nlp.add_pipe("check_function")
    found = findings(ComponentUnderTest(nlp, "check_function", TEXTS, from_factory=True, fast=True))
    assert {rule for rule, one in found.items() if one.status == NOT_APPLICABLE} == {"pickle"}
    assert {one.status for one in found.values()} == {HOLDS, NOT_APPLICABLE}


def test_batch_that_spacy_throws_away_is_found():
    nlp = spacy.blank("en")
    nlp.add_pipe("tagger").add_label("NN")
    nlp.initialize()
    one = ComponentUnderTest(nlp, "tagger", TEXTS, fast=True)
    with one.alone():
        finding = check_rule(BY_NAME["faults"], one)
    assert finding.message == "one Doc of 5 fails, and the error handler gets 5"
    with pytest.raises(ValueError, match="not today"):
        nlp.default_error_handler("", None, [], ValueError("not today"))


def test_what_is_left_out_when_it_has_to_be_fast():
    one = under_test("unpicklable")
    with one.alone():
        assert check_rule(BY_NAME["processes"], one).status == HOLDS
        one.fast = False
        finding = check_rule(BY_NAME["processes"], one)
    assert finding.status == BREAKS
    assert finding.message.startswith("with n_process=2 and spawn it raises ")
    assert re.search("pickle|local object", finding.message)  # by the version of Python


@pytest.mark.parametrize("fast", [True, False])
def test_very_long_text_takes_its_time(monkeypatch, fast):
    def mark(self, doc):
        if len(doc) > 50_000:
            raise ValueError("that is too long")

    monkeypatch.setattr(broken_components.Finder, "mark", mark)
    one = under_test("finder")
    one.fast = fast
    finding = check_rule(BY_NAME["texts"], one)
    assert finding.status == (HOLDS if fast else BREAKS)
    what = "" if fast else "on a text of 50,000 tokens it raises ValueError: that is too long"
    assert finding.message == what


def test_state_without_to_disk_has_its_own_advice():
    finding = check_rule(BY_NAME["saved"], under_test("forgetful"))
    assert finding.remedy.startswith("Give it to_disk(path, exclude), from_disk, to_bytes")


def test_unfitted_component_that_says_so_is_not_judged():
    nlp = spacy.blank("en")
    nlp.add_pipe("gene_mention_tagger")
    found = findings(
        ComponentUnderTest(nlp, "gene_mention_tagger", TEXTS, from_factory=True, fast=True)
    )
    held = {rule for rule, finding in found.items() if finding.status == HOLDS}
    assert held == {"built", "unfitted", "pickle"}
    others = [finding for finding in found.values() if finding.status != HOLDS]
    assert {finding.status for finding in others} == {NOT_APPLICABLE}
    assert all("has no model yet" in finding.message for finding in others)


def test_unfitted_component_of_a_pipeline_breaks_the_rule_of_texts():
    nlp = spacy.blank("en")
    nlp.add_pipe("gene_mention_tagger")
    one = ComponentUnderTest(nlp, "gene_mention_tagger", TEXTS, fast=True)
    finding = check_rule(BY_NAME["texts"], one)
    assert finding.status == BREAKS
    assert "NotFittedError" not in finding.message
    assert "has no model yet" in finding.message


@pytest.mark.slow
def test_factory_that_nothing_advertises_is_not_found():
    one = under_test("finder")
    finding = check_rule(BY_NAME["found"], one)
    assert finding.status == BREAKS
    assert "'check_finder'" in finding.message
    assert "broken_components" in finding.message
    assert "spacy_factories" in finding.remedy


def test_advertised_factory_is_found_and_quiet():
    nlp = spacy.blank("en")
    nlp.add_pipe("citance_finder")
    one = ComponentUnderTest(nlp, "citance_finder", TEXTS, from_factory=True, fast=True)
    assert check_rule(BY_NAME["found"], one).status == HOLDS
    assert check_rule(BY_NAME["quiet"], one).status == HOLDS


@pytest.mark.slow
def test_component_that_asks_a_service_is_not_quiet():
    finding = check_rule(BY_NAME["quiet"], under_test("calling"))
    assert finding.status == BREAKS
    assert finding.message == "annotating a Doc connects to 127.0.0.1:9"


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("print('welcome\\nto this')", "prints 'welcome'"),
        pytest.param(
            "import sys; sys.stderr.write('loading')", "prints 'loading'", marks=pytest.mark.slow
        ),
        pytest.param(
            "import socket\ntry:\n    socket.create_connection(('127.0.0.1', 9), 0.1)\n"
            "except OSError:\n    pass",
            "connects to 127.0.0.1:9",
            marks=pytest.mark.slow,
        ),
        pytest.param("{}[1]", "fails: KeyError: 1", marks=pytest.mark.slow),
    ],
)
def test_import_with_effects_is_not_quiet(tmp_path, monkeypatch, line, what):
    (tmp_path / "loud_component.py").write_text(line)
    monkeypatch.syspath_prepend(tmp_path)
    one = under_test("finder")
    monkeypatch.setattr(type(one), "module", "loud_component")
    monkeypatch.setattr(type(one), "modules", ["loud_component"])
    finding = check_rule(BY_NAME["quiet"], one)
    assert finding.status == BREAKS
    assert finding.message == f"importing loud_component {what}"


def test_long_errors_are_cut(monkeypatch):
    def fail(self, doc):
        raise ValueError("far too long " * 100)

    monkeypatch.setattr(broken_components.Finder, "mark", fail)
    finding = check_rule(BY_NAME["texts"], under_test("finder", from_factory=False))
    assert len(finding.message) == 243
    assert finding.message.endswith("...")


def test_error_on_ordinary_texts_makes_rules_not_applicable(monkeypatch):
    def fail(self, doc):
        raise ValueError("not today, sorry")

    monkeypatch.setattr(broken_components.Finder, "mark", fail)
    found = findings(under_test("finder", from_factory=False))
    assert found["texts"].status == BREAKS
    assert "it raises ValueError: not today, sorry" in found["texts"].message
    # Made from its defaults it raises the same, in words: that is all the rule asks.
    assert {rule for rule, one in found.items() if one.status == BREAKS} == {"texts"}
    assert found["batches"].status == NOT_APPLICABLE
    assert "does not annotate ordinary sentences: ValueError" in found["batches"].message


def test_what_fails_before_a_component_is_not_its_fault():
    nlp = spacy.blank("xx")
    nlp.add_pipe("check_firstword", config={"words": WORDS})
    nlp.add_pipe("check_finder")
    one = ComponentUnderTest(nlp, "check_finder", TEXTS, fast=True)
    finding = check_rule(BY_NAME["texts"], one)
    assert finding.status == NOT_APPLICABLE
    assert "what comes before it fails on the text '': IndexError" in finding.message


def test_what_fails_before_a_component_on_any_text_is_not_its_fault(monkeypatch):
    monkeypatch.setattr(broken_components.Secret, "mark", lambda self, doc: {}[1])
    nlp = spacy.blank("xx")
    nlp.add_pipe("check_secret")
    nlp.add_pipe("check_finder")
    found = findings(ComponentUnderTest(nlp, "check_finder", TEXTS, fast=True))
    assert {rule for rule, one in found.items() if one.status == HOLDS} == {"built", "pickle"}
    assert not any(one.status == BREAKS for one in found.values())


def test_objects_on_the_doc_are_held_against_who_put_them_there():
    nlp = spacy.blank("xx")
    nlp.add_pipe("check_objects")
    nlp.add_pipe("check_finder")
    one = ComponentUnderTest(nlp, "check_finder", TEXTS, fast=True)
    with one.alone():
        for rule in ("docs", "processes"):
            finding = check_rule(BY_NAME[rule], one)
            assert finding.status == NOT_APPLICABLE
            assert "Docs do not survive to_bytes before it" in finding.message
