"""The tokenizer of scientific text: what is a word, and that no input loses a character."""

import time

import pytest
import spacy
from hypothesis import example, given
from hypothesis import strategies as st
from spacy import util
from spacy.language import Language
from spacy.tokenizer import Tokenizer
from spacy.tokens import Doc, DocBin
from spacy.training import Example
from thinc.api import Config

from spacy_citalign.components.tokenizer import scientific_tokenizer
from spacy_citalign.errors import SettingError

SPECIAL_CASES = True  # all of English, see shared_fixtures.py

CALLBACK = {"@callbacks": "citalign.ScientificTokenizer.v1"}
PLAIN = {"@tokenizers": "spacy.Tokenizer.v1"}
SAMPLE = "Non-obese Zrk2+/- mice (Fig. 2A) didn't respond to 5mM Ca2+ [6,7]."
TOKENIZER = scientific_tokenizer(spacy.blank("en").vocab)


def words(doc: Doc) -> list[str]:
    return [token.text for token in doc]


# A text, and its tokens with a blank after each.
SENTENCES = {
    "punctuation": [
        ("Zorkin binds DNA.", "Zorkin binds DNA ."),
        ('He said, "No; never: yes?"', 'He said , " No ; never : yes ? "'),
        ("Cells (n=3, [Zk]) {died}.", "Cells ( n = 3 , [ Zk ] ) { died } ."),
        ("It ((really)) [[works]]", "It ( ( really ) ) [ [ works ] ]"),
        ("Wait... no -- stop!!! ***", "Wait ... no -- stop !!! ***"),
        ("Really?! Yes!? a -> b <= c <-> d", "Really ?! Yes !? a -> b <= c < - > d"),
        ("these ‘old’ and “new” ''forms''", "these ‘ old ’ and “ new ” '' forms ''"),
        ("the rats' cages and 'its' lid", "the rats ' cages and ' its ' lid"),
        ("snake_case _x_ ____", "snake_case _x_ ____"),
        ("A&B R&D #3 @home $5 50% §2", "A & B R & D # 3 @ home $ 5 50 % § 2"),
    ],
    "hyphens and slashes": [
        ("wild-type knock-out mice", "wild - type knock - out mice"),
        ("IL-2 and/or TGF-β1", "IL - 2 and / or TGF - β1"),
        ("the dose–response curve—flat", "the dose – response curve — flat"),
        ("non-obese, pre-treated, Anti-Zrk2", "non-obese , pre-treated , Anti-Zrk2"),
        ("goat-anti-mouse co-transfected", "goat - anti-mouse co-transfected"),
        ("re‐examined anti–actin", "re‐examined anti–actin"),
        ("post-natal but post-hoc, mid-1990s", "post-natal but post - hoc , mid-1990s"),
        ("Gly-Pro-Ala, Pro-Gly, CO-12", "Gly - Pro - Ala , Pro - Gly , CO - 12"),
        ("X-ray e-mail T-cell x-axis", "X-ray e-mail T - cell x - axis"),
        ("a two-fold, 3.5-fold or 300-fold rise", "a two-fold , 3.5-fold or 300-fold rise"),
    ],
    "full stops": [
        ("Smith et al. saw it, cf. Figs. 1 and 2.", "Smith et al. saw it , cf. Figs. 1 and 2 ."),
        ("see Fig.1, refs. 3 and Dr. Po", "see Fig. 1 , refs. 3 and Dr. Po"),
        ("C. elegans vs. E.coli", "C. elegans vs. E. coli"),
        ("i.e., e.g. in the U.S., U.K", "i.e. , e.g. in the U.S. , U.K"),
        ("J. B. Po, A.-M. Zi, P.Q. Lu", "J. B. Po , A. - M. Zi , P.Q. Lu"),
        ("of type-B. Of SWR/J. In Fig. 2C.", "of type - B . Of SWR / J . In Fig. 2C ."),
        ("cells, etc... and etc.", "cells , etc ... and etc."),
        ("PU.1 on chr.2 in file.txt", "PU.1 on chr.2 in file.txt"),
        ("many cells.These were shown.12,13", "many cells . These were shown . 12 , 13"),
        ("cal. local. figs", "cal . local . figs"),
    ],
    "contractions": [
        ("It's true, I'd say we'll", "It 's true , I 'd say we 'll"),
        ("they've the rat’s, don’t DON'T", "they 've the rat ’s , do n’t DO N'T"),
        ("don't can't won't isn't", "do n't ca n't wo n't is n't"),
        ("cannot dont gonna Gotta", "can not do nt gon na Got ta"),
        ("Canna cant want gonad dona", "Canna ca nt want gonad dona"),
        ("O'Brien's and d'Arc", "O'Brien 's and d'Arc"),
        ("Parkinson's-like 'S' and 'd", "Parkinson 's - like ' S ' and ' d"),
    ],
    "numbers": [
        ("12,000 of 1,234,567.8 but 1,23", "12,000 of 1,234,567.8 but 1 , 23"),
        ("P<.05, p = 0.05 or -0.3", "P < .05 , p = 0.05 or - 0.3"),
        ("~50% ± 2 (5±2) 3×4", "~ 50 % ± 2 ( 5 ± 2 ) 3 × 4"),
        ("2 × 10−3 or 10^-3, 10⁻³", "2 × 10 − 3 or 10 ^ - 3 , 10 ⁻ ³"),
        ("37°C 37 °C 90° 25℃", "37 °C 37 °C 90 ° 25 ℃"),
        ("5mM 10μg/ml 1,200bp 2.5kDa 5pm", "5 mM 10 μg / ml 1,200 bp 2.5 kDa 5 pm"),
        ("2A 3rd 5HT 1960s 3mMol", "2A 3rd 5HT 1960s 3mMol"),
        ("1:50 1:1000 but 13:45 and 8:05:10", "1 : 50 1 : 1000 but 13:45 and 8:05:10"),
        ("3/4 on 12/31/2004, 2004-12-31", "3 / 4 on 12/31/2004 , 2004-12-31"),
        ("call 555-123-4567, pp. 12-34", "call 555-123-4567 , pp . 12 - 34"),
        ("2,4-dinitro v1.2.3", "2 , 4 - dinitro v1.2.3"),
    ],
    "genes and chemistry": [
        ("Zrk2+/− and p53−/− mice", "Zrk2 + / − and p53 − / − mice"),
        ("CD4+ T cells, Ca2+-dependent", "CD4 + T cells , Ca2+ - dependent"),
        ("Mg2+, Fe³⁺ but Ca2+/− and K+", "Mg2+ , Fe³⁺ but Ca2 + / − and K +"),
        ("5'-ACGT-3' 3′UTR 5'UTR", "5 ' - ACGT - 3 ' 3 ′ UTR 5 ' UTR"),
        ("C57BL/6J ZK(1–5)", "C57BL / 6J ZK ( 1 – 5 )"),
        ("α-actin (Abc1,Abc2)", "α - actin ( Abc1 , Abc2 )"),
    ],
    "citations": [
        ("shown [12] and [3-7],[1,234]", "shown [ 12 ] and [ 3 - 7 ] , [ 1 , 234 ]"),
        ("[12,345,678]", "[ 12 , 345 , 678 ]"),
        ("(Smith et al., 2004a; Po 1999)", "( Smith et al. , 2004a ; Po 1999 )"),
        ("Po et al.1999 [6–8].", "Po et al. 1999 [ 6 – 8 ] ."),
        ("doi:10.1234/zk.5. DOI 10.1234/a(1)b", "doi:10.1234/zk.5 . DOI 10.1234/a(1)b"),
    ],
    "addresses and faces": [
        ("(http://zk.org/a_b/?q=1&x#y).", "( http://zk.org/a_b/?q=1&x#y ) ."),
        ("see www.zk.org, <ftp://zk.org>", "see www.zk.org , < ftp://zk.org >"),
        ("po.zi+1@zk-lab.ac.uk, mailto:a@b.de", "po.zi+1@zk-lab.ac.uk , mailto:a@b.de"),
        (":) ;-) :D. (as here:)", ":) ;-) :D . ( as here : )"),
        ("ok👍🏽👩\u200d🔬🇬🇧❤️→→", "ok 👍🏽 👩\u200d🔬 🇬🇧 ❤️ → →"),
    ],
    "characters": [
        ("nai\u0308ve cafe\u0301 हिन्दी 蛋白质", "nai\u0308ve cafe\u0301 हिन्दी 蛋白质"),
        ("co\u00adop x\u200by \ufeffz", "co\u00adop x \u200b y \ufeff z"),
        ("H₂O CO² µm ½ 5Å", "H₂O CO² µm ½ 5Å"),
    ],
}


@pytest.mark.parametrize(
    ("text", "expected"), [row for rows in SENTENCES.values() for row in rows], ids=str
)
def test_words(text, expected):
    doc = TOKENIZER(text)
    assert words(doc) == expected.split(" ")
    assert doc.text == text


def test_citing_sentence():
    text = "Jones and co-workers (2003) weren't able to see p53−/− mice at 37°C [3-7]."
    assert words(TOKENIZER(text)) == (
        "Jones and co-workers ( 2003 ) were n't able to see p53 − / − mice at 37 °C [ 3 - 7 ] ."
    ).split(" ")


@pytest.mark.parametrize("blank", ["\n", "\r\n", "\t", "\u00a0", "\u2009", "\u3000", "\x1f", "  "])
def test_white_space_stays_one_token(blank):
    doc = TOKENIZER(f"a-b{blank}(c)")
    assert doc.text == f"a-b{blank}(c)"
    assert [token.text for token in doc if not token.is_space] == ["a", "-", "b", "(", "c", ")"]
    assert [token.text for token in doc if token.is_space] == [blank.removeprefix(" ")]


def test_a_piece_of_text_has_the_same_tokens_wherever_it_stands():
    text = " ".join(row for rows in SENTENCES.values() for row, _ in rows)
    whole = [token.text for token in TOKENIZER(text) if not token.is_space]
    assert whole == [token for piece in text.split() for token in words(TOKENIZER(piece))]


# --- any input -------------------------------------------------------------------------------


@given(st.text())
@example("")
@example(" ")
@example("a\r\n\r\n b\x00\x85\u2028c")
def test_text_is_kept(text):
    assert TOKENIZER(text).text == text


PIECES = st.sampled_from(
    "a A n't 's 1 , . - – / : @ ( [ ' ’ + < > = ! ? _ % e.g. al. non- -fold http:// www. 10.1234/ "
    "5mM 12:30 Ca2+ ° ²\u0301 \u200d \u2764 \U0001f1e6".split(" ")
)


@given(st.lists(PIECES, max_size=12).map("".join))
def test_text_of_difficult_pieces_is_kept(text):
    doc = TOKENIZER(text)
    assert doc.text == text
    assert all(token.text for token in doc)


LONG = (
    "( ' - a a- a. a' 1, 1. 1,234 1:1 1/ 12- -= -> < a@ a@b. n't A. e.g. non- anti-a can 5mM b.C "
    "3-fold www. www.( http:// http://( mailto: 10.1234/( \u2764\u200d \U0001f1e6 \u0301 \u200b"
)


@pytest.mark.slow
@pytest.mark.parametrize("unit", LONG.split(" "))
def test_long_runs_take_little_time(unit):
    """A rule that looks ahead without bound would take minutes here; this takes .1 seconds."""
    text = (unit * 50_000)[:50_000]
    start = time.process_time()
    assert TOKENIZER(text).text == text
    assert time.process_time() - start < 2


# --- a plain tokenizer -----------------------------------------------------------------------


@pytest.fixture
def nlp() -> Language:
    nlp = spacy.blank("en")
    nlp.tokenizer = scientific_tokenizer(nlp.vocab)
    return nlp


def check_plain(nlp: Language) -> None:
    assert type(nlp.tokenizer) is Tokenizer
    assert nlp.config["nlp"]["tokenizer"] == PLAIN
    assert words(nlp(SAMPLE)) == words(TOKENIZER(SAMPLE))


def test_tokenizer_survives_disk(nlp, tmp_path):
    nlp.to_disk(tmp_path)
    check_plain(spacy.load(tmp_path))
    assert "citalign" not in (tmp_path / "config.cfg").read_text(encoding="utf-8")


def test_tokenizer_survives_bytes(nlp):
    check_plain(spacy.blank("en").from_bytes(nlp.to_bytes()))
    other = spacy.blank("en")
    other.tokenizer.from_bytes(nlp.tokenizer.to_bytes())
    check_plain(other)


def test_tokenizer_explains_itself(nlp):
    assert [text for _, text in nlp.tokenizer.explain(SAMPLE)] == words(nlp(SAMPLE))


def test_special_cases_can_be_added(nlp):
    nlp.tokenizer.add_special_case("Zrk2+", [{"ORTH": "Zrk2+"}])
    assert words(nlp("(Zrk2+ cells)")) == ["(", "Zrk2+", "cells", ")"]
    nlp.tokenizer.add_special_case("wild-type", [{"ORTH": "wild-type"}])
    assert words(nlp("non-wild (wild-type)")) == ["non-wild", "(", "wild-type", ")"]


# --- by config -------------------------------------------------------------------------------


def test_after_creation_gives_a_blank_pipeline_the_tokenizer(tmp_path):
    nlp = spacy.blank("en", config={"nlp": {"after_creation": CALLBACK}})
    check_plain(nlp)
    nlp.tokenizer.add_special_case("zz", [{"ORTH": "z"}, {"ORTH": "z"}])
    nlp.to_disk(tmp_path)
    loaded = spacy.load(tmp_path)
    check_plain(loaded)
    assert words(loaded("zz")) == ["z", "z"]  # what was saved counts, though the callback ran again


def test_before_init_gives_the_tokenizer_when_a_pipeline_is_assembled(tmp_path):
    config = Config({"nlp": {"lang": "en"}, "initialize": {"before_init": CALLBACK}})
    nlp = util.load_model_from_config(config, auto_fill=True)
    assert words(nlp(SAMPLE)) != words(TOKENIZER(SAMPLE))
    nlp.initialize()  # so does `python -m spacy assemble`
    check_plain(nlp)
    nlp.to_disk(tmp_path)
    file = tmp_path / "config.cfg"
    without_us = file.read_text(encoding="utf-8").replace("citalign.", "not.installed.")
    file.write_text(without_us, encoding="utf-8")
    check_plain(spacy.load(tmp_path))


def test_spacy_train_sets_the_tokenizer_before_it_reads_the_corpus(tmp_path):
    from spacy.cli.init_config import init_config
    from spacy.cli.train import train

    gold = TOKENIZER(SAMPLE)
    for token in gold:
        token.tag_ = "SYM" if token.is_punct else "X"
    DocBin(docs=[gold]).to_disk(tmp_path / "gold.spacy")
    config = Config(init_config(pipeline=["tagger"], optimize="efficiency"))
    config["initialize"]["before_init"] = CALLBACK
    config["training"].update(max_steps=1, eval_frequency=1)
    config.to_disk(tmp_path / "train.cfg")
    paths = {f"paths.{part}": str(tmp_path / "gold.spacy") for part in ("train", "dev")}
    train(tmp_path / "train.cfg", tmp_path / "out", overrides=paths)
    nlp = spacy.load(tmp_path / "out" / "model-last")
    check_plain(nlp)
    assert nlp.evaluate([Example(nlp.make_doc(SAMPLE), gold)])["token_f"] == 1.0


def test_another_kind_of_tokenizer_is_refused():
    nlp = spacy.blank("vi", config={"nlp": {"tokenizer": {"use_pyvi": False}}})
    with pytest.raises(SettingError, match=r"VietnameseTokenizer.*spacy.Tokenizer.v1"):
        util.registry.callbacks.get(CALLBACK["@callbacks"])()(nlp)
