"""What is particular to the component sentence_boundary_detector: text that biologists write."""

import pytest
import spacy
from contract_cases import CASES, train
from corpus import divided_texts
from hypothesis import given
from hypothesis import strategies as st
from spacy.tokens import Doc
from spacy.training import Example
from spacy.vocab import Vocab

from spacy_citalign.errors import InputError, SettingError

FACTORY = "sentence_boundary_detector"
CASE = CASES[FACTORY]

# Bars stand where sentences begin; the weights are those that ship.
GOLDEN = r"""
As shown by Marsh et al. (2004), the gene is active. |It is not known why.
Levels rose 2.5-fold (Fig. 3B). |The p-value was 0.05.
We used two strains, i.e. B6 and D2. |Both were fed, e.g. with seeds.
In C. elegans, the gene is silent. |E. coli was grown in broth. |S. cerevisiae was not used.
This was shown before [12]. |The next step followed.
This was shown before. [12] |The next step followed.
This was shown before.[12,13] |The next step followed.
This was shown before.12 |The next step followed.
This was shown before (Marsh et al., 2004). |The next step followed.
This was shown before (Marsh, A. et al. 2004; Hale and Reed 1999). |The next step followed.
(See also Table 1.) |We then washed the cells.
See refs. 12 and 13, Eq. 4, and Fig. 2A of Hale et al. for more.
The effect was small (see Fig. 2. and Table 3). |It was lost later.
Dr. A. B. Hale and Prof. Reed gave us the mice. |They were kept at 22 °C. |Each was weighed.
J. Hale, K. L. Reed Jr., and M. Marsh wrote the paper. |We thank them.
Samples were bought from Acme Inc. (Boston, MA, U.S.A.). |They were frozen.
Antibodies (1:500; Cat. No. 1234, Acme Corp., St. Louis, MO) were used. |All were new.
Values are means of approx. ten trials. |Bars show s.e.m. |N.D., not determined.
Mice were treated i.p. with salt for 5 d. |Controls got water.
Growth (n = 12; cf. Fig. 4) was slow. |10 ng of DNA were used. |5 µl were added.
α-Tubulin served as a control. |β-Actin did not. |p53 was absent. |mRNA levels rose.
The role of vitamin K is not known. |It is vitamin B.
Does heat matter? |It does! |Growth stops at 42 °C.
Sequences are at http://www.acme.org/data.html?id=5. |The rest is not.
The U.S. Food and Drug Administration agreed. |It took ten years.
The cells were digested with two enzymes.|These were bought from Acme.
Introduction\n\n|We asked whether salt\nis needed. |It is.
The mice were kept in the dark and fed with\nSeeds of B. rapa. |They ate well, as did\nall."""
KNOWN_FAILURES = {
    "Both were run with controls; see ref. 4. |They differ.": "4. might begin an item of a list",
}


def rows():
    for line in GOLDEN.strip().split("\n"):
        yield pytest.param(line.replace(r"\n", "\n"))
    for line, reason in KNOWN_FAILURES.items():
        yield pytest.param(line, marks=pytest.mark.xfail(reason=reason))


@pytest.fixture(scope="module")
def shipped():
    nlp = spacy.blank("en")
    nlp.add_pipe(FACTORY, config={"weights": "shipped"})
    return nlp


@pytest.fixture(scope="module")
def nlp():
    return train(CASE)


def starts(doc):
    return [token.is_sent_start for token in doc]


def with_settings(nlp, **config):
    """Return a pipeline with the trained weights under other settings."""
    other = spacy.blank("en")
    other.add_pipe(FACTORY, config=config).from_bytes(nlp.get_pipe(FACTORY).to_bytes())
    return other


@pytest.mark.parametrize("line", list(rows()))
def test_sentences_of_scientific_text(shipped, line):
    doc = shipped(line.replace("|", ""))
    assert [span.text_with_ws.strip() for span in doc.sents] == [x.strip() for x in line.split("|")]


# --- tokens ----------------------------------------------------------------------------------

PIECES = [
    "Cells",
    " grew",
    ".",
    " ",
    "The",
    " E",
    "coli",
    "\n",
    "\n\n",
    "\u2009",
    "(see",
    " Fig.",
    "3)",
]


@st.composite
def cut_texts(draw):
    """Draw a text, and how a tokenizer cuts it: anywhere but before a blank that ends a token."""
    text = "".join(draw(st.lists(st.sampled_from(PIECES), max_size=20)))
    cuts = sorted(draw(st.sets(st.integers(0, len(text)), max_size=12)))
    tokens = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True) if a < b]
    return text, tokens


@given(cut=cut_texts())
def test_boundaries_are_those_of_the_text_under_every_tokenizer(nlp, cut):
    text, tokens = cut
    words, spaces = [], []
    for token in tokens:
        whole = token.endswith(" ") and len(token) > 1
        words.append(token[:-1] if whole else token)
        spaces.append(whole)
    doc = nlp(Doc(nlp.vocab, words=words, spaces=spaces))
    assert doc.text == text
    (expected,) = nlp.get_pipe(FACTORY).fitted_runner()([text])
    found = {token.idx for token in doc if token.is_sent_start}
    # A start shows where a token begins there, or has white space alone before it.
    visible = set()
    for token in doc:
        inside = [start - token.idx for start in expected.tolist()]
        if any(0 <= at < len(token) and not token.text[:at].strip() for at in inside):
            visible.add(token.idx)
    first = min(visible, default=0)
    assert found == ((visible - {first}) | {0} if len(doc) else set())


def test_docs_of_several_vocabularies_are_read_together(nlp):
    text = divided_texts()[0][0]
    words = [*text.split(), "\n\n", "It", "ends."]
    text = " ".join(words)
    docs = [
        nlp.make_doc(text),
        Doc(Vocab(), words=words),
        Doc(Vocab(), words=[]),
        nlp.make_doc(text),
    ]
    found = list(nlp.get_pipe(FACTORY).pipe(docs))
    sentences = [[span.text.strip() for span in doc.sents] for doc in (found[1], nlp(text))]
    assert sentences[0] == sentences[1]
    assert starts(found[3]) == starts(nlp(text))


def test_token_over_a_boundary_is_not_cut(shipped):
    words = ["Cut", "by", "two", "enzymes.These", "were", "bought", "here."]
    doc = shipped(Doc(shipped.vocab, words=words))
    assert [span.text for span in doc.sents] == ["Cut by two enzymes.These were bought here."]
    finer = Doc(
        shipped.vocab, words=["Cut", "it", "with", "enzymes.", "These"], spaces=[1, 1, 1, 0, 0]
    )
    assert starts(shipped(finer)) == [True, False, False, False, True]


def test_white_space_belongs_to_the_sentence_before(shipped):
    doc = shipped("\n It grew well.\n\n  Then it died. \n")
    assert [span.text_with_ws for span in doc.sents] == [
        "\n It grew well.\n\n  ",
        "Then it died. \n",
    ]
    assert starts(shipped(" \n ")) == [True]
    assert all(start is not None for start in starts(doc))


def test_carriage_returns_in_tokens_of_their_own_are_one_line_break(nlp):
    one, two = ["Cells", "\r\n", "grew"], ["Cells", "\r", "\n", "grew"]
    docs = [Doc(nlp.vocab, words=words, spaces=[False] * len(words)) for words in (one, two)]
    assert [len(list(nlp(doc).sents)) for doc in docs] == [1, 1]
    empty = Doc(nlp.vocab, words=["Cells", "\r", "\n", "grew"], spaces=[0, 1, 0, 0])
    assert len(list(nlp(empty).sents)) == 2


# --- settings --------------------------------------------------------------------------------


@pytest.mark.parametrize("threshold", [-0.1, -1, 2.0])
def test_threshold_out_of_range_is_refused(threshold):
    with pytest.raises(SettingError, match=f"threshold is {threshold}"):
        spacy.blank("en").add_pipe(FACTORY, config={"threshold": threshold})


def test_lower_threshold_finds_more_sentences(nlp):
    text = " ".join(text for text, _ in divided_texts())
    counts = [len(list(with_settings(nlp, threshold=t)(text).sents)) for t in (0.01, 0.5, 0.99)]
    assert counts[0] > counts[1] > counts[2]


def test_starts_that_are_set_stay_unless_overwrite(nlp):
    text = divided_texts()[0][0]
    plain = starts(nlp(text))
    for overwrite in (True, False):
        doc = nlp.make_doc(text)
        doc[2].is_sent_start = True
        doc[3].is_sent_start = False
        place = plain.index(True, 1)
        doc[place].is_sent_start = False
        found = starts(with_settings(nlp, overwrite=overwrite)(doc))
        changed = {2: True, 3: False, place: False}
        assert found == (plain if overwrite else [changed.get(i, x) for i, x in enumerate(plain)])


def test_parsed_doc_is_refused_unless_it_keeps_its_starts(nlp):
    words = ["Cells", "grew", ".", "They", "died", "."]
    heads, deps = [1, 1, 1, 4, 4, 4], ["nsubj", "ROOT", "punct"] * 2

    def parsed():
        return Doc(nlp.vocab, words=words, heads=heads, deps=deps)

    before = starts(parsed())
    with pytest.raises(
        InputError, match=r"'Cells grew . They died .'\.\.\. is parsed.*before the p"
    ):
        nlp(parsed())
    assert starts(with_settings(nlp, overwrite=False)(parsed())) == before


def test_long_batches_are_done_in_parts(nlp, monkeypatch):
    from spacy_citalign.components import boundaries as module

    texts = [text for text, _ in divided_texts()]
    whole = [starts(doc) for doc in nlp.pipe(texts)]
    monkeypatch.setattr(module, "TOKENS_AT_A_TIME", 20)
    assert [starts(doc) for doc in nlp.pipe(texts)] == whole


# --- training --------------------------------------------------------------------------------


def test_examples_without_boundaries_are_passed_over(nlp):
    other = spacy.blank("en")
    bare = [Example(other.make_doc(t), other.make_doc(t)) for t in ("Cells. Grew.", "It did.", "")]
    component = other.add_pipe(FACTORY)
    component.initialize(lambda: [*bare, *CASE.examples(other)], nlp=other, **CASE.settings)
    assert component.to_bytes() == nlp.get_pipe(FACTORY).to_bytes()
    with pytest.raises(InputError, match="none of the 3 training examples has sentence boundaries"):
        component.initialize(lambda: bare)


def test_training_does_not_depend_on_the_tokens(nlp):
    other = spacy.blank("en")
    other.tokenizer = spacy.tokenizer.Tokenizer(other.vocab)  # splits at blanks only
    component = other.add_pipe(FACTORY)
    component.initialize(lambda: CASE.examples(other), nlp=other, **CASE.settings)
    assert component.to_bytes() == nlp.get_pipe(FACTORY).to_bytes()


def test_scores_are_those_of_spacy(nlp):
    examples = CASE.examples(nlp)
    examples = [Example(nlp(eg.predicted), eg.reference) for eg in examples]
    scores = nlp.get_pipe(FACTORY).score(examples)
    assert scores == {"sents_p": 1.0, "sents_r": 1.0, "sents_f": 1.0}
