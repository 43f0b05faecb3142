"""Trees in brackets: what is read of them, and what is no tree. All invented."""

import gzip
from codecs import BOM_UTF8
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.corpora.penn_trees import (
    DISSOLVED,
    MAX_LEVELS,
    UNWRAPPED,
    PennSentence,
    base_phrases,
    category,
    parse_tree,
    read_penn_trees,
    unescape,
)
from spacy_citalign.errors import InputError

LEAF = """\
( (S
    (NP-SBJ-1
      (NP (DT The) (JJ small) (NN leaf) )
      (, ,)
      (SBAR
        (WHNP-2 (WDT which) )
        (S
          (NP-SBJ (-NONE- *T*-2) )
          (VP (VBZ heals)
            (ADVP-MNR (RB slowly) ))))
      (, ,) )
    (VP (MD can)
      (VP (VB be)
        (VP (VBN cut)
          (NP (-NONE- *-1) ))))
    (. .) ))
"""
READ = PennSentence(
    "The small leaf , which heals slowly , can be cut .".split(),
    "DT JJ NN , WDT VBZ RB , MD VB VBN .".split(),
    [
        ("S", 0, 12),
        ("NP-SBJ", 0, 8),
        ("NP", 0, 3),
        ("SBAR", 4, 7),
        ("WHNP", 4, 5),
        ("S", 5, 7),
        ("VP", 5, 7),
        ("ADVP-MNR", 6, 7),
        ("VP", 8, 11),
        ("VP", 9, 11),
        ("VP", 10, 11),
    ],
)
GROWTH = "(NP (NN Growth))"


def read(folder, content, name="toy.mrg"):
    """Write a file exactly as given and read it."""
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return list(read_penn_trees(path))


# --- what is read ----------------------------------------------------------------------------


def test_tree_over_several_lines(tmp_path):
    assert read(tmp_path, LEAF) == [READ]
    assert parse_tree(LEAF) == READ


def test_base_phrases_are_constituents_of_words_only():
    assert base_phrases(READ) == [
        ("NP", 0, 3),
        ("WHNP", 4, 5),
        ("ADVP", 6, 7),
        ("VP", 10, 11),  # its noun phrase is empty
    ]


@pytest.mark.parametrize(
    ("tree", "constituents"),
    [
        # Unary chains: the outer first, also of one label.
        ("(S (VP (VP (VB Cut))))", [("S", 0, 1), ("VP", 0, 1), ("VP", 0, 1)]),
        ("(NN Growth)", []),
        ("( (NN Growth) )", []),
        ("( (NP (NN Growth)) (. .) )", [("NP", 0, 1)]),
        # Empty elements, and what has nothing else.
        ("(S (NP (-NONE- *)) (VP (VB Cut) (S (NP (-NONE- *)))))", [("S", 0, 1), ("VP", 0, 1)]),
        # Kinds of text around a tree, citations, parts of noun phrases.
        ("( (TITLE (NP (NN Growth))) )", [("NP", 0, 1)]),
        ("(ROOT (NP (NN Growth)))", [("NP", 0, 1)]),
        ("(NP (NP (NN x)) (PRN (CIT (-LRB- -LRB-) (NNP Yak) (-RRB- -RRB-))))",
         [("NP", 0, 4), ("NP", 0, 1), ("PRN", 1, 4)]),
        ("(NP (DT a) (NML-1 (NML (NN leaf)) (CC or) (NML (NN stem))) (NN cut))", [("NP", 0, 5)]),
        ("(NP (NX (NN leaf)) (CC or) (NX (NN stem)))", [("NP", 0, 3), ("NX", 0, 1), ("NX", 2, 3)]),
    ],
)  # fmt: skip
def test_constituents_are_those_of_the_text(tree, constituents):
    assert parse_tree(tree).constituents == constituents


@pytest.mark.parametrize(
    ("written", "label", "bare"),
    [
        ("NP", "NP", "NP"),
        ("NP-SBJ", "NP-SBJ", "NP"),
        ("NP-SBJ-12", "NP-SBJ", "NP"),
        ("NP=2", "NP", "NP"),
        ("NP-SBJ-1=2", "NP-SBJ", "NP"),
        ("S-NOM-SBJ", "S-NOM-SBJ", "S"),
        ("ADVP-LOC-PRD-TPC-1", "ADVP-LOC-PRD-TPC", "ADVP"),
        ("ADVP|PRT", "ADVP|PRT", "ADVP"),
        ("NP-1b", "NP-1b", "NP"),  # no index
        ("-X-", "-X-", "-X"),
    ],
)
def test_labels_keep_function_tags_and_lose_indices(written, label, bare):
    assert parse_tree(f"({written} (NN Growth))").constituents == [(label, 0, 1)]
    assert category(label) == bare


@pytest.mark.parametrize(
    ("written", "word"),
    [
        ("-LRB-", "("),
        ("-RRB-", ")"),
        ("-LSB-", "["),
        ("-RSB-", "]"),
        ("-LCB-", "{"),
        ("-RCB-", "}"),
        ("``", '"'),
        ("''", '"'),
        ("`", "'"),
        ("'s", "'s"),
        (r"1\/2", "1/2"),
        (r"\*\*", "**"),
        ("a-LRB-b", "a-LRB-b"),
        ("x\u2009y\u00a0", "x\u2009y\u00a0"),  # white space of other alphabets is of the word
        ("-NONE-", "-NONE-"),
    ],
)
def test_words_are_as_in_the_text_and_tags_as_in_the_tree(written, word):
    assert parse_tree(f"(NP (-LRB- {written}))") == ([word], ["-LRB-"], [("NP", 0, 1)])
    assert unescape(written) == word


def test_nml_is_gone_before_base_phrases_are_taken():
    tree = parse_tree("(NP (DT a) (NML (NN leaf) (HYPH -) (NN stem)) (NN cut))")
    assert base_phrases(tree) == [("NP", 0, 5)]


# --- files -----------------------------------------------------------------------------------


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
@pytest.mark.parametrize(
    "content",
    [
        f"( {GROWTH} )\n( (NP (NNS Mice)) )\n",
        f"{GROWTH}\n(NP (NNS Mice))",
        f"{GROWTH}(NP(NNS Mice))",
        f"\n\r\n( {GROWTH})\r\n\r\n( (NP\r\n\t(NNS Mice) ) )\r\n\r\n",
        BOM_UTF8.decode() + f"{GROWTH}\n(NP ( NNS  Mice ) )",
    ],
    ids=["outer brackets", "none", "one line", "CRLF", "BOM"],
)
def test_files_hold_trees_in_any_layout(tmp_path, content, pack):
    name = "toy.tree" if pack is bytes else "toy.tree.gz"
    found = read(tmp_path, pack(content.encode()), name)
    assert found == [
        (["Growth"], ["NN"], [("NP", 0, 1)]),
        (["Mice"], ["NNS"], [("NP", 0, 1)]),
    ]


def test_tree_of_empty_elements_keeps_the_numbers_of_the_others(tmp_path):
    found = read(tmp_path, f"{GROWTH}\n(S (NP (-NONE- *)))\n{GROWTH}\n")
    assert [sentence.words for sentence in found] == [["Growth"], [], ["Growth"]]
    assert found[1] == ([], [], [])
    assert base_phrases(found[1]) == []


def test_parse_tree_takes_one_tree():
    for text, count in (("", 0), (" \n", 0), (GROWTH + GROWTH, 2)):
        with pytest.raises(InputError, match=f"has {count} trees; give one"):
            parse_tree(text)


# --- any tree: against a recursive reader's view -----------------------------------------------


class Node(NamedTuple):
    label: str
    children: list


_LABELS = st.sampled_from([*"NP VP NP-SBJ S ADVP|PRT".split(), *UNWRAPPED, *DISSOLVED])
_INDICES = st.sampled_from(["", "", "-1", "=2", "-1=2"])
_TAGGED = st.tuples(
    st.sampled_from(["NN", "-LRB-", "-NONE-"]),
    st.text(st.characters(exclude_characters="() \t\r\n", codec="utf-8"), min_size=1, max_size=3),
)
_TREES = st.recursive(
    _TAGGED,
    lambda inner: st.builds(
        Node,
        st.builds("".join, st.tuples(_LABELS, _INDICES)),
        st.lists(inner, min_size=1, max_size=3),
    ),
    max_leaves=12,
)


def written(tree, gap):
    if isinstance(tree, Node):
        return f"({tree.label}{gap}{gap.join(written(child, gap) for child in tree.children)})"
    return "({} {})".format(*tree)


def normal(tree):
    """Return what is left of a tree: a list of none, one or several."""
    if not isinstance(tree, Node):
        return [] if tree[0] == "-NONE-" else [tree]
    children = [left for child in tree.children for left in normal(child)]
    label = tree.label.split("-1")[0].split("=2")[0]
    keeps = children and label not in UNWRAPPED | DISSOLVED
    return [Node(label, children)] if keeps else children


def constituents_of(trees, start=0):
    """Return (label, first word, word after, whether all children are words), and the words."""
    found, words = [], []
    for tree in trees:
        if isinstance(tree, Node):
            inner, own = constituents_of(tree.children, start + len(words))
            flat = not any(isinstance(child, Node) for child in tree.children)
            begin = start + len(words)
            found += [(tree.label, begin, begin + len(own), flat), *inner]
            words += own
        else:
            words.append(tree)
    return found, words


@given(st.lists(_TREES, min_size=1, max_size=3), st.sampled_from(["", " ", "\n  "]), st.booleans())
def test_trees_are_read_as_they_are_built(tmp_path_factory, trees, gap, outer):
    text = "\n".join(f"( {written(tree, gap)} )" if outer else written(tree, gap) for tree in trees)
    path = tmp_path_factory.getbasetemp() / "any.mrg"
    path.write_bytes(text.encode())
    sentences = list(read_penn_trees(path))
    assert len(sentences) == len(trees)
    for sentence, tree in zip(sentences, trees, strict=True):
        found, words = constituents_of(normal(tree))
        assert sentence.tags == [tag for tag, _ in words]
        assert sentence.words == [unescape(word) for _, word in words]
        assert sentence.constituents == [constituent[:3] for constituent in found]
        assert base_phrases(sentence) == [
            (category(label), start, end) for label, start, end, flat in found if flat
        ]


# --- what is no tree -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bad", "line", "message"),
    [
        ("(NP (NN leaf)", 2, r"the tree '\(NP \(NN leaf\)' lacks 1 closing brackets"),
        ("(S\n(NP (NN leaf)", 2, r"lacks 2 closing brackets"),
        ("(NP (NN leaf)))", 2, r"a closing bracket has no opening one"),
        ("( (S (NP (NN leaf))\n( (S (NP (NN stem))))", 3, r"'\( \(S.*lacks a closing bracket"),
        ("(NP (leaf))", 2, r"'\(leaf\)' is not a tag and a word"),
        ("(NP\n)", 3, r"'\(NP\\n\)' is not a tag and a word"),
        ("(leaf)", 2, r"'\(leaf\)' is not a tag and a word"),
        ("()", 2, r"'\(\)' is not a tag and a word"),
        ("( )", 2, r"'\( \)' is not a tag and a word"),
        ("( () )", 2, r"'\(\) \)' has no label"),
        ("leaf", 2, r"'leaf' stands outside of a tree"),
        ("\n leaf (NP (NN leaf))", 3, r"'leaf \(NP \(NN leaf\)\)' stands outside of a tree"),
        ("(NP (NN leaf) stem)", 2, r"'stem\)' stands in a tree without brackets"),
        ("(NP\n(NN leaf\nstem))", 3, r"'leaf' stands in a tree without brackets of its own"),
        ("(NP (NN a b) (NN leaf))", 2, r"'a b\) \(NN leaf\)\)' stands in a tree without"),
    ],
)  # fmt: skip
def test_what_is_no_tree_is_named_with_its_line(tmp_path, bad, line, message):
    path = tmp_path / "toy.mrg"
    path.write_text(f"{GROWTH}\n{bad}\n")
    trees = read_penn_trees(path)
    assert next(trees).words == ["Growth"]
    with pytest.raises(InputError, match=rf"toy\.mrg, line {line}: .*{message}"):
        list(trees)
    with pytest.raises(InputError, match=rf"^line {line - 1}: .*{message}"):
        parse_tree(bad)


def test_depth_has_a_limit():
    def nested(levels):
        return "(S " * levels + "(NN Growth)" + ")" * levels

    assert parse_tree(nested(MAX_LEVELS)).constituents == [("S", 0, 1)] * MAX_LEVELS
    with pytest.raises(InputError, match=rf"is at level {MAX_LEVELS + 1}; give trees of"):
        parse_tree(nested(MAX_LEVELS + 1))


def test_messages_repeat_no_more_than_the_beginning():
    for bad in ("x" * 10_000, "(S " + "x" * 10_000, "(" + "x" * 10_000 + ")", "(S (NN a)" * 900):
        with pytest.raises(InputError) as error:
            parse_tree(bad)
        assert len(str(error.value)) < 300


@pytest.mark.parametrize("content", [b"", b"\n\n", BOM_UTF8])
def test_file_without_trees_is_refused(tmp_path, content):
    with pytest.raises(InputError, match=r"toy\.mrg has no tree"):
        read(tmp_path, content)


@pytest.mark.parametrize("mark", [b"", BOM_UTF8])
def test_file_that_is_not_utf8_is_refused(tmp_path, mark):
    with pytest.raises(InputError, match=r"toy\.mrg, line 2: a byte is 0xfc, which is not UTF-8"):
        read(tmp_path, mark + f"{GROWTH}\n(NP (NN für))\n".encode("latin-1"))


def test_files_that_cannot_be_read_are_named(tmp_path):
    packed = gzip.compress(LEAF.encode())
    with pytest.raises(InputError, match=r"toy\.mrg\.gz cannot be unpacked"):
        read(tmp_path, packed[:-9], "toy.mrg.gz")
    for path in (tmp_path / "none.mrg", tmp_path):
        with pytest.raises(InputError, match=f"{path.name} cannot be read"):
            list(read_penn_trees(str(path)))
