"""CoNLL-U files: documents put together from their words, or words found in a given text."""

import gzip
from codecs import BOM_UTF8
from itertools import accumulate, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.corpora.conllu import TreebankText, Word, read_conllu
from spacy_citalign.errors import InputError


def conllu(table: str) -> str:
    """Fill up to ten columns: number, form, lemma, universal tag, Penn tag, then what is noted."""
    lines = []
    for line in table.split("\n"):
        if line and not line.startswith("#"):
            *first, note = line.split(" ")
            line = "\t".join([*first, *"_" * (9 - len(first)), note])
        lines.append(line)
    return "\n".join(lines)


FROGS = """\
# newdoc id = frogs
# sent_id = 1
# text = Frogs don't fly.
1 Frogs frog NOUN NNS _
2-3 don't _ _ _ _
2 do do AUX VBP _
3 n't not PART RB _
4 fly fly VERB VB Gloss=go|SpaceAfter=No
5 . . PUNCT . _

1 (They they PRON PRP SpaceAfter=No
2 ) ) PUNCT -RRB- _
2.1 should _ AUX MD _
3 Hop hop VERB VB SpaceAfter=No

# newpar
1 Why why ADV WRB SpaceAfter=No
2 ? ? PUNCT . _

"""
READ = TreebankText(
    "frogs",
    "Frogs don't fly. (They) Hop\n\nWhy?",
    [
        Word(0, 5, "NNS", "NOUN", "frog"),
        Word(6, 8, "VBP", "AUX", "do"),
        Word(8, 11, "RB", "PART", "not"),
        Word(12, 15, "VB", "VERB", "fly"),
        Word(15, 16, ".", "PUNCT", "."),
        Word(17, 22, "PRP", "PRON", "they"),
        Word(22, 23, "-RRB-", "PUNCT", ")"),
        Word(24, 27, "VB", "VERB", "hop"),
        Word(29, 32, "WRB", "ADV", "why"),
        Word(32, 33, ".", "PUNCT", "?"),
    ],
    [(0, 5), (5, 8), (8, 10)],
)


def read(folder, content, *, name="toy.conllu", text=None):
    """Write a file exactly as given and read it."""
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return list(read_conllu(path, text=text))


def forms(document):
    return [document.text[word.start : word.end] for word in document.words]


# --- text put together -----------------------------------------------------------------------


def test_read_gives_documents_with_words_and_sentences(tmp_path):
    (document,) = read(tmp_path, conllu(FROGS))
    assert document == READ
    assert forms(document) == "Frogs do n't fly . (They ) Hop Why ?".split()


def test_read_unpacks_gz(tmp_path):
    assert read(tmp_path, gzip.compress(conllu(FROGS).encode()), name="toy.conllu.gz") == [READ]


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.rstrip(b"\n"),
        lambda data: data.rstrip(b"\n") + b"\n",
        lambda data: data + b"\n\n\n",
        lambda data: data.replace(b"\n", b"\r\n"),
        lambda data: data.replace(b"\n\n", b"\n\n\n"),
        lambda data: BOM_UTF8 + data,
    ],
    ids=["no line end", "no empty line", "empty lines at the end", "CRLF", "two between", "BOM"],
)
def test_read_tolerates_line_ends_and_byte_order_marks(tmp_path, change, pack):
    name = "toy.conllu" if pack is bytes else "toy.conllu.gz"
    assert read(tmp_path, pack(change(conllu(FROGS).encode())), name=name) == [READ]


@pytest.mark.parametrize("content", ["", "\n", "\r\n\n", "# newdoc id = a", "# one\n\n# two\n\n"])
@pytest.mark.parametrize("text", [None, ""])
def test_file_without_words_has_no_documents(tmp_path, content, text):
    assert read(tmp_path, content, text=text) == []
    packed = gzip.compress(content.encode())
    assert read(tmp_path, packed, name="toy.conllu.gz", text=text) == []


def test_documents_begin_at_newdoc(tmp_path):
    table = """\
1 Before _ X FW _

# newdoc id = b = c
1 One _ X FW _

1 Two _ X FW _

# newdoc

# a comment with nothing beneath, and the document's first sentence

1 Three _ X FW _
"""
    documents = read(tmp_path, conllu(table))
    assert [(d.id, d.text) for d in documents] == [
        ("", "Before"),
        ("b = c", "One Two"),
        ("", "Three"),
    ]
    assert [d.sentences for d in documents] == [[(0, 1)], [(0, 1), (1, 2)], [(0, 1)]]


def brief(code: str) -> str:
    """Expand NUMBER:FORM, a hyphen where no space follows; | ends a sentence, ¶ a paragraph."""
    lines = []
    for part in code.split(" "):
        number, _, form = part.partition(":")
        note = "SpaceAfter=No" if form.endswith("-") else "_"
        row = f"{number} {form.rstrip('-')} _ X FW {note}"
        lines.append({"|": "", "¶": "# newpar id = 2"}.get(part, row))
    return conllu("\n".join(lines))


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("1:a 2:b", "a b"),
        ("1:a- 2:b-", "ab"),
        ("1:a | 1:b", "a b"),
        ("1:a- | 1:b", "ab"),
        ("1:a | ¶ 1:b", "a\n\nb"),
        ("1:a- | ¶ 1:b", "a\n\nb"),
        ("¶ 1:a | 1:b", "a b"),
        # Within a range nothing stands between words, whatever they note; after it, the range says.
        ("1-2:ab 1:a 2:b- 3:c", "ab c"),
        ("1-2:ab- 1:a 2:b 3:c", "abc"),
        ("1:a 2-3:bc- 2:b 3:c 4:d 5:e", "a bcd e"),
        ("1-2:ab- 1:a 2:b | 1:c 2:d", "abc d"),
        # A range ends with its sentence.
        ("1:a 2-9:b- 2:b | 1:c 2:d", "a bc d"),
        # An empty node is no word.
        ("1:a 1.1:no- 2:b", "a b"),
        ("0.1:no 1:a", "a"),
    ],
)
def test_white_space_is_as_noted(tmp_path, code, text):
    (document,) = read(tmp_path, brief(code))
    assert document.text == text
    assert "".join(forms(document)) == "".join(text.split())


@pytest.mark.parametrize(
    ("note", "text"),
    [
        ("Gloss=a|SpaceAfter=No|Lang=x", "ab"),
        ("SpaceAfter=Nope", "a b"),
        ("SpaceAfter=Yes", "a b"),
        ("NoSpaceAfter=No", "a b"),
    ],
)
def test_white_space_is_noted_among_other_things(tmp_path, note, text):
    (document,) = read(tmp_path, conllu(f"1 a _ X FW {note}\n2 b _ X FW _"))
    assert document.text == text


def test_columns_are_kept_as_they_are(tmp_path):
    rows = ["1\t#5\t#\tSYM\t$\t_\t_\t_\t_\t_", "2\t_\t_\tPUNCT\tNFP\t_\t_\t_\t_\t_"]
    (document,) = read(tmp_path, "\n".join(rows))
    assert forms(document) == ["#5", "_"]
    assert [word[2:] for word in document.words] == [("$", "SYM", "#"), ("NFP", "PUNCT", "_")]


def test_columns_without_a_value_are_empty(tmp_path):
    # universaldependencies.org/format.html: an underscore stands for unspecified values, but not in
    # the form, nor as the lemma of an underscore.
    (document,) = read(tmp_path, conllu("1 Frogs _ _ _ _\n2 _ _ _ _ _"))
    assert forms(document) == ["Frogs", "_"]
    assert [word[2:] for word in document.words] == [("", "", ""), ("", "", "_")]


@pytest.mark.parametrize("form", ["10 000", "a\u00a0b", "a\u00a0", "a "])
def test_words_may_hold_white_space(tmp_path, form):
    (document,) = read(tmp_path, f"1\t{form}\t_\tX\tFW\t_\t_\t_\t_\t_\n")
    assert forms(document) == [form]


_WORD = st.text(st.characters(exclude_categories=("Z", "C")), min_size=1, max_size=4)
_SENTENCE = st.lists(st.tuples(_WORD, st.booleans()), min_size=1, max_size=5)
_DOCUMENTS = st.lists(
    st.lists(st.tuples(_SENTENCE, st.booleans()), min_size=1, max_size=4), min_size=1, max_size=3
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("conllu")


@given(_DOCUMENTS, st.sampled_from(["\n", "\r\n"]), st.booleans())
def test_what_was_written_is_read_back(folder, documents, line_end, packed):
    lines, texts = [], []
    for number, sentences in enumerate(documents):
        lines.append(f"# newdoc id = {number}")
        text = ""
        for sentence, new_paragraph in sentences:
            if new_paragraph:
                lines.append("# newpar")
                text = text and text.removesuffix(" ") + "\n\n"
            for place, (word, space) in enumerate(sentence, start=1):
                note = "_" if space else "SpaceAfter=No"
                lines.append("\t".join([str(place), word, "l", "X", "FW", *"____", note]))
                text += word + " " * space
            lines.append("")
        texts.append(text.removesuffix(" "))
    content = line_end.join(lines).encode()
    name = "toy.conllu.gz" if packed else "toy.conllu"
    found = read(folder, gzip.compress(content) if packed else content, name=name)
    assert [(d.id, d.text) for d in found] == [(str(i), text) for i, text in enumerate(texts)]
    for document, sentences in zip(found, documents, strict=True):
        assert forms(document) == [word for sentence, _ in sentences for word, _ in sentence]
        sizes = [len(sentence) for sentence, _ in sentences]
        assert document.sentences == list(pairwise(accumulate(sizes, initial=0)))
        ends = [word.end for word in document.words]
        starts = [word.start for word in document.words]
        assert all(end <= start for end, start in zip(ends, starts[1:], strict=False))


# --- a given text ----------------------------------------------------------------------------


def test_words_are_found_in_a_given_text(tmp_path):
    text = "\n Frogs don't\tfly .\n\n\n(They) Hop Why? \n"
    (document,) = read(tmp_path, conllu(FROGS), text=text)
    assert document.text == text
    assert forms(document) == forms(READ)
    assert document.sentences == READ.sentences
    assert [word[2:] for word in document.words] == [word[2:] for word in READ.words]


_GAP = st.text(" \n\t\u00a0\r", max_size=2)


@given(st.lists(st.tuples(_GAP, _WORD), min_size=1, max_size=8), _GAP)
def test_words_are_found_where_they_were_put(folder, parts, end):
    text, starts = "", []
    for gap, word in parts:
        starts.append(len(text) + len(gap))
        text += gap + word
    table = "\n".join(f"{i}\t{word}\t_\tX\tFW{5 * chr(9)}" for i, (_, word) in enumerate(parts, 1))
    (document,) = read(folder, table, text=text + end)
    assert document.text == text + end
    assert [word.start for word in document.words] == starts
    assert forms(document) == [word for _, word in parts]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "Frogs do not fly.",
            """"n't" does not follow at character 8 of the text, which reads ' n""",
        ),
        ("Frogs also don't fly.", "'do' does not follow at character 5 of the text"),
        ("Toads", "'Frogs' does not follow at character 0 of the text, which reads 'Toads'"),
        ("Frogs", "'do' does not follow at character 5 of the text, which reads ''"),
        ("", "'Frogs' does not follow"),
    ],
)
def test_text_with_other_words_is_refused(tmp_path, text, message):
    with pytest.raises(InputError, match=rf"toy\.conllu: the word {message}"):
        read(tmp_path, conllu(FROGS), text=text)


def test_text_that_goes_on_after_the_last_word_is_refused(tmp_path):
    with pytest.raises(InputError, match="And toads"):
        read(tmp_path, conllu("1 Frogs frog NOUN NNS _"), text="Frogs. And toads.")


# --- bad input -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("1 Frogs frog NOUN NNS", "1 columns where CoNLL-U has 10"),
        ("1\tFrogs\tfrog", "3 columns where"),
        ("1" + 10 * "\tx", "11 columns where"),
        (" ", "1 columns where"),
        (" # newdoc", "1 columns where"),
        ("one" + 9 * "\tx", "the first column is 'one', not the number of a word"),
        ("" + 9 * "\tx", "the first column is ''"),
        ("-1" + 9 * "\tx", "the first column is '-1'"),
        ("1-" + 9 * "\tx", "the first column is '1-'"),
        ("²" + 9 * "\tx", "the first column is '²'"),
        ("9" * 5000 + 9 * "\tx", "the first column is"),
        ("1-" + "9" * 5000 + 9 * "\tx", "the first column is"),
        ("1\t" + 8 * "\tx", "form"),
    ],
    ids=lambda value: repr(value)[:20],
)
def test_lines_that_are_no_words_are_refused(tmp_path, line, message):
    content = conllu("# newdoc\n1 Frogs _ X FW _\n") + line + "\n"
    with pytest.raises(InputError, match=rf"toy\.conllu, line 3: .*{message}"):
        read(tmp_path, content)
    with pytest.raises(InputError, match=rf"toy\.gz, line 3: .*{message}"):
        read(tmp_path, gzip.compress(content.encode()), name="toy.gz")


def test_file_that_is_missing_is_named(tmp_path):
    for name in ("none.conllu", "none.conllu.gz"):
        with pytest.raises(InputError, match=rf"{name} cannot be read .*a treebank in CoNLL-U"):
            list(read_conllu(str(tmp_path / name)))
    with pytest.raises(InputError, match="cannot be read"):
        list(read_conllu(tmp_path))


def test_file_that_is_not_utf8_is_refused(tmp_path):
    content = conllu("# x\n1 für _ X FW _\n").encode("latin-1")
    with pytest.raises(InputError, match=r"toy\.conllu, line 2: byte 7 .* is 0xfc"):
        read(tmp_path, content)
    with pytest.raises(InputError, match=r"toy\.gz.*0xfc"):
        read(tmp_path, gzip.compress(content), name="toy.gz")


def test_gz_that_is_damaged_is_refused(tmp_path):
    packed = gzip.compress(conllu(FROGS).encode())
    spoilt = bytearray(packed)
    spoilt[len(packed) // 2] ^= 0xFF
    checksum = packed[:-8] + bytes(4) + packed[-4:]
    for content in (packed[:-1], packed[:20], bytes(spoilt), checksum):
        with pytest.raises(InputError, match=r"toy\.gz cannot be unpacked"):
            read(tmp_path, content, name="toy.gz")
