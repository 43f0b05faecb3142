"""Documents with terms in JSON Lines, and tokens written as a text: all invented."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.corpora.term_documents import TermDocument, read_term_documents
from spacy_citalign.corpora.text_spans import map_span, natural_text
from spacy_citalign.errors import InputError, SettingError


def spot(covered: str, kind: str, text: str) -> list:
    start = text.index(covered)
    return [start, start + len(covered), kind]


def sentence(text: str, *terms: tuple[str, str], tokens: bool = False) -> dict:
    row: dict = {"text": text, "terms": [spot(covered, kind, text) for covered, kind in terms]}
    return {**row, "tokens": text.split(" ")} if tokens else row


WAKING = sentence("We wake frogs by hop tables.", ("frogs", "other"), ("hop tables", "tool"))
GAIN = sentence("The method gains 3 %.", ("The method", "Generic"))
NESTED = sentence(
    "A `` frog hop model '' ( FHM ) , is n't it .",
    ("frog hop model", "Method"),
    ("hop model", "Method"),
    ("FHM", "Generic"),
    tokens=True,
)
ROWS = [
    {"id": "F1", "title": "Waking Frogs", "sentences": [WAKING, GAIN]},
    {"id": "F2", "title": None, "sentences": [NESTED]},
    {"id": "F3", "sentences": []},
]


def write(folder: Path, name: str, *rows: dict) -> Path:
    path = folder / name
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return path


def marked(document: TermDocument) -> list[str]:
    return [document.text[start:end] for start, end in document.terms]


def parts(document: TermDocument) -> list[str]:
    return [document.text[start:end] for start, end in document.sentences or ()]


# --- documents -------------------------------------------------------------------------------


def test_documents_have_sentences_terms_and_titles(tmp_path):
    first, second, third = read_term_documents(str(write(tmp_path, "toy.jsonl", *ROWS)))
    assert first == TermDocument(
        "F1",
        "We wake frogs by hop tables. The method gains 3 %.",
        ((0, 28), (29, 50)),
        ((8, 13), (17, 27)),
        "Waking Frogs",
        0,
    )
    assert second.text == 'A "frog hop model" (FHM), isn\'t it.'
    assert (marked(second), second.overlapping) == (["frog hop model"], 1)
    assert (second.title, parts(second)) == (None, [second.text])
    assert third == TermDocument("F3", "", (), (), None, 0)


def test_classes_may_be_left_out_before_the_outermost_is_chosen(tmp_path):
    path = write(tmp_path, "toy.jsonl", *ROWS)
    terms = {}
    for without_types in ((), ["Method", "never seen"], {"tool"}):
        found = read_term_documents(path, without_types=without_types)
        terms[tuple(without_types)] = [marked(document) for document in found]
    assert terms[()] == [["frogs", "hop tables", "The method"], ["frog hop model", "FHM"], []]
    assert terms["Method", "never seen"] == [["frogs", "hop tables", "The method"], ["FHM"], []]
    assert terms["tool",] == [["frogs", "The method"], ["frog hop model", "FHM"], []]
    inner = sentence("Hop tables", ("Hop tables", "Generic"), ("tables", "tool"))
    path = write(tmp_path, "inner.jsonl", {"id": "1", "sentences": [inner]})
    assert [marked(document) for document in read_term_documents(path)] == [["tables"]]


def test_the_first_file_wins_and_named_documents_are_left_out(tmp_path):
    one = write(tmp_path, "one.jsonl", ROWS[0], ROWS[2])
    other = {"id": "F3", "sentences": [sentence("Other.")]}
    two = write(tmp_path, "two.jsonl", other, ROWS[1], {**ROWS[0], "id": "F0"})
    found = list(read_term_documents([one, two], without=["F0", "F9"]))
    assert [document.id for document in found] == ["F1", "F3", "F2"]
    assert found[1].text == ""


def test_sentences_without_text_are_left_out(tmp_path):
    row = {"id": "1", "sentences": [sentence(""), WAKING, sentence(" "), WAKING]}
    (document,) = read_term_documents(write(tmp_path, "toy.jsonl", row))
    assert parts(document) == [WAKING["text"]] * 2
    assert marked(document) == ["frogs", "hop tables"] * 2


def one(**values) -> dict:
    """A document of one sentence with these values."""
    return {"id": "1", "sentences": [{"text": "Frogs hop .", "terms": [], **values}]}


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ([], "the line is a JSON array, not an object"),
        ({"id": 3}, "id is a JSON number; write a string"),
        ({**ROWS[0], "title": []}, "title is a JSON array"),
        ({"id": "1"}, "the line has no sentences, its keys are: 'id'; give it"),
        ({"id": "1", "sentences": ["Hop."]}, "sentences[0] is a JSON string; write an object"),
        (one(text=None), "sentences[0].text is a JSON null"),
        (one(terms=None), "sentences[0].terms is a JSON null"),
        (one(terms=[[0, 5]]), "sentences[0].terms[0] is [0, 5]; write [start, end, class]"),
        (one(terms=[[0, 5, "a"], [0, 12, "a"]]), "terms[1] of sentences[0] is [0, 12], which is"),
        (one(terms=[[5, 6, "a"]]), "terms[0] of sentences[0] is [5, 6], which is white space"),
        (one(terms=[[0, 5, None]]), "sentences[0].terms[0][2] is a JSON null"),
        (one(tokens="Frogs"), "sentences[0].tokens is a JSON string"),
        (one(tokens=["Frogs", 1]), "sentences[0].tokens[1] is a JSON number"),
        (one(tokens=["Frogs hop", "."]), "tokens[0] of sentences[0] is 'Frogs hop'; tokens are"),
        (one(tokens=["Frogs", "", "."]), "tokens[1] of sentences[0] is ''; tokens are not empty"),
        (one(tokens=["Frogs", "hop"]), "the text of sentences[0] is not its tokens with one blank"),
        (ROWS[0], "the id 'F1' stands in line 1 already"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_what_is_no_document_is_refused(tmp_path, row, message):
    good = write(tmp_path, "good.jsonl", *ROWS)
    bad = write(tmp_path, "bad.jsonl", *ROWS, row)
    with pytest.raises(InputError) as caught:
        read_term_documents([good, bad])  # before the first document comes
    assert f"{bad}, line 4: " in str(caught.value)
    assert message in str(caught.value)


def test_files_and_settings_that_cannot_be_used_are_refused(tmp_path):
    path = write(tmp_path, "toy.jsonl", *ROWS)
    with pytest.raises(InputError, match="no file of documents with terms was given"):
        read_term_documents([])
    with pytest.raises(InputError, match=r"none\.jsonl cannot be read"):
        read_term_documents([path, tmp_path / "none.jsonl"])
    with pytest.raises(InputError, match=r"empty\.jsonl is empty; give a file"):
        read_term_documents(write(tmp_path, "empty.jsonl"))
    for setting in ("without_types", "without"):
        with pytest.raises(SettingError, match=rf"{setting} is 'F1'; give a list, such as \['F1'"):
            read_term_documents(path, **{setting: "F1"})


# --- natural spacing -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tokens", "text"),
    [
        ("Flow , shape ( x ) ; hop .", "Flow, shape (x); hop."),
        ("a [ 1 ] and { b } : c ? d ! e", "a [1] and {b}: c? d! e"),
        ("( ( a ) , b ) ...", "((a), b)..."),
        ("The `` hop '' , or ` leap '", "The \"hop\", or 'leap'"),
        ("frogs ' hop is n't frog 's ; they 'll hop", "frogs' hop isn't frog's; they'll hop"),
        ("They HAVEN'T , THEY 'RE", "They HAVEN'T, THEY'RE"),
        ('A " frog " and " toad " .', 'A "frog" and "toad".'),
        ('5 " long', '5 " long'),  # one without a partner
        ('" frog " is 5 " long', '"frog" is 5 " long'),
        ("a 3 % gain / loss of ~ 2 -- in '95", "a 3% gain / loss of ~ 2 -- in '95"),
        ("voting - and arbiter-based", "voting - and arbiter-based"),
        (") hop (", ") hop ("),
        ("", ""),
    ],
)
def test_tokens_are_written_as_people_write(tokens, text):
    assert natural_text(tokens.split()).text == text


@pytest.mark.parametrize(
    ("tokens", "text"),
    [
        ("drug - induced hop / leap", "drug-induced hop/leap"),
        ("5 + /- 3 and - / - frogs", "5 +/-3 and-/-frogs"),
        ("hop -- or leap --- again", "hop -- or leap --- again"),
        ("5 ' - flanking ( - ) - hop", "5'-flanking (-)-hop"),
    ],
)
def test_hyphens_that_the_corpus_parts_are_written_together(tokens, text):
    assert natural_text(tokens.split(), hyphens_apart=True).text == text


def test_offsets_say_where_each_token_is():
    natural = natural_text(["``", "Hop", "''", ",", "frog"])
    assert natural.text == '"Hop", frog'
    assert natural.tokens == [(0, 1), (1, 4), (4, 5), (5, 6), (7, 11)]


@pytest.mark.parametrize(
    ("span", "covered"),
    [
        ((0, 2), '"'),
        ((1, 2), '"'),  # half of ``
        ((3, 6), "hop"),
        ((4, 5), "o"),  # inside a token
        ((2, 7), "hop"),  # blanks at both ends
        ((5, 12), 'p" ma'),
        ((0, 13), '"hop" map'),
    ],
)
def test_characters_are_moved_with_their_tokens(span, covered):
    tokens = ["``", "hop", "''", "map"]
    assert " ".join(tokens) == "`` hop '' map"
    natural = natural_text(tokens)
    start, end = map_span(span, tokens, natural)
    assert natural.text[start:end] == covered


TOKENS = st.lists(
    st.sampled_from(["frog", "x", "``", "''", "`", "'", '"', "(", ")", "[", "%", ",", ".", "'s"])
    | st.sampled_from(["n't", "-", "--", "/", "/-", "+", "ζ2", "...", "e.g."]),
    min_size=1,
    max_size=12,
)


def squeezed(text: str) -> str:
    """The characters that are not blank, all quotes alike."""
    return text.replace("``", '"').replace("''", '"').replace("`", "'").replace(" ", "")


@given(TOKENS, st.booleans(), st.data())
def test_spans_of_tokens_keep_their_characters(tokens, hyphens_apart, data):
    natural = natural_text(tokens, hyphens_apart=hyphens_apart)
    assert "".join(natural.text[a:b] for a, b in natural.tokens) == "".join(
        map(squeezed, tokens)
    )  # so nothing but blanks is between them
    first = data.draw(st.integers(0, len(tokens) - 1))
    last = data.draw(st.integers(first, len(tokens) - 1))
    before = len("".join(f"{token} " for token in tokens[:first]))
    covered = " ".join(tokens[first : last + 1])
    start, end = map_span((before, before + len(covered)), tokens, natural)
    assert (start, end) == (natural.tokens[first][0], natural.tokens[last][1])
    assert natural.text[start:end].replace(" ", "") == "".join(
        map(squeezed, tokens[first : last + 1])
    )


@given(TOKENS, st.data())
def test_any_characters_that_are_not_blank_keep_their_order(tokens, data):
    """Offsets inside tokens too, as long as they part no quote of two characters."""
    joined = " ".join(tokens)
    start = data.draw(st.integers(0, len(joined) - 1))
    end = data.draw(st.integers(start + 1, len(joined)))
    covered = joined[start:end]
    cuts = any(joined[cut - 1 : cut + 1] in ("``", "''") for cut in (start, end))
    if covered.strip() and not cuts:
        natural = natural_text(tokens)
        a, b = map_span((start, end), tokens, natural)
        assert natural.text[a:b].replace(" ", "") == squeezed(covered)
        assert natural.text[a:b].strip() == natural.text[a:b]
