"""Terms of sentences: runs of word characters, in American spellings, stemmed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_citalign.errors import SettingError
from spacy_citalign.sentences.terms import Normalizer, american, runs

# --- spelling ----------------------------------------------------------------------------------

SPELLINGS = """
colour=color colours=colors coloured=colored colouring=coloring favourite=favorite
neighbourhood=neighborhood honourable=honorable behaviour=behavior tumours=tumors
organise=organize organised=organized organiser=organizer organisers=organizers
organising=organizing organisation=organization organisations=organizations
organisational=organizational recognisable=recognizable authorise=authorize criticise=criticize
colourise=colorize amortise=amortize summarise=summarize
analyse=analyze analysed=analyzed paralysing=paralyzing catalyse=catalyze
centre=center centres=centers centred=centered kilometre=kilometer fibre=fiber theatres=theaters
travelled=traveled travelling=traveling travellers=travelers modelling=modeling labelled=labeled
marvellous=marvelous counsellor=counselor cruellest=cruelest
catalogue=catalog catalogues=catalogs catalogued=cataloged analogues=analogs
defence=defense offences=offenses licence=license practising=practicing practise=practice
fulfil=fulfill fulfilment=fulfillment enrolment=enrollment skilful=skillful wilfully=willfully
manoeuvre=maneuver manoeuvred=maneuvered manoeuvring=maneuvering
anaemia=anemia anaemic=anemic leukaemia=leukemia haemorrhage=hemorrhage ischaemic=ischemic
anaesthetic=anesthetic gynaecology=gynecology faecal=fecal paediatric=pediatric
palaeolithic=paleolithic archaeology=archeology oestrogen=estrogen oesophagus=esophagus
foetus=fetus diarrhoea=diarrhea coeliac=celiac homoeopathy=homeopathy sulphur=sulfur
plough=plow mould=mold moulting=molting sceptical=skeptical grey=gray cosier=cozier cheque=check
draughty=drafty judgement=judgment acknowledgements=acknowledgments programme=program
kilogrammes=kilograms towards=toward afterwards=afterward learnt=learned burnt=burned
connexion=connection tyre=tire jewellery=jewelry whilst=while storeys=stories
""".split()

LEFT_ALONE = """
four hour hours tour your our flour pour sour scour devour contour detour velour troubadour
advise advised advising advisable adviser advertise arise arising circumcise comprise compromise
concise crises cruise demise despise devise disguise enterprise excise exercise expertise franchise
guise improvise improvisation incise irises likewise merchandise miser noise otherwise paradise
poise praise precise premise premises promise promised raise revise rise rising sunrise supervise
surmise surprise surprising televise tortoise treatise turquoise uprising wise wiser
analysis analyses basis elyse lyse lysed promises
acre cadre genre massacre mediocre hundred sacred hatred red
called controlled excelled expelled filled installed metallic propelled rebelled skilled totally
pence fence hence science evidence
install appall still until skillful
chef phoenix poem shoe toe aerial algae paella
shoulder couldn boulder greyhound exchequer
kindergarten grammar programmed telegram art felt smelt
""".split()


def test_british_spellings_become_american():
    assert [
        f"{pair.split('=')[0]}={american(pair.split('=')[0])}" for pair in SPELLINGS
    ] == SPELLINGS
    changed = [pair.split("=")[1] for pair in SPELLINGS]
    assert [american(word) for word in changed] == changed


def test_other_words_keep_their_spelling():
    assert [american(word) for word in LEFT_ALONE] == LEFT_ALONE


WORD_PARTS = st.lists(
    st.sampled_from(
        "colour organ is ise ised isation centre re red our lys yse travel led ling ogue oge haem "
        "aemia paed grey fulfil ment wards mould ough l s e ed er".split()
    ),
    max_size=4,
).map("".join)


@given(WORD_PARTS | st.text(max_size=8).map(str.lower))
def test_an_american_spelling_stays_as_it_is_but_for_chains_of_rules(word):
    """Rules feed each other in a few steps, never for ever."""
    seen = [word]
    while american(seen[-1]) != seen[-1]:
        seen.append(american(seen[-1]))
        assert len(seen) < 5, seen


# --- terms -------------------------------------------------------------------------------------


def test_a_language_without_stems_is_refused():
    with pytest.raises(SettingError, match="language 'xx'"):
        Normalizer("xx")


def test_stems_are_of_the_language():
    sentences = [["H\u00e4user", "proteins"]]
    assert Normalizer("de").terms(sentences) == [["haus", "protein"]]
    assert Normalizer("none").terms(sentences) == [["h\u00e4user", "proteins"]]


def test_terms_are_stems_of_american_spellings():
    sentences = [["The", "neighbours", "'", "colours", "."], ["Organised", "organizations"]]
    assert Normalizer().terms(sentences) == [["the", "neighbor", "color"], ["organ", "organ"]]
    kept = Normalizer(spelling=False).terms(sentences)
    assert kept == [["the", "neighbour", "colour"], ["organis", "organ"]]


def test_both_spellings_are_one_term():
    for pair in SPELLINGS:
        (one,), (other,) = Normalizer().terms([[word] for word in pair.split("=")])
        assert one == other


def test_spelling_is_changed_in_english_only():
    for language in ("de", "none"):
        both = [Normalizer(language, spelling=on).terms([["colour"]]) for on in (True, False)]
        assert both[0] == both[1] != Normalizer().terms([["colour"]])


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ([], []),
        (["..."], []),
        (["", " ", "\n"], []),
        (["don't", "ice-cream"], ["don", "t", "ice", "cream"]),
        (["do", "n't"], ["do", "n", "t"]),
        (["IL_2", "42"], ["il_2", "42"]),
        (["\u0130ZM\u0130R"], ["i\u0307zmi\u0307r"]),  # lower-cased it is longer, and one run still
        (["e\u0301te\u0301"], ["e", "te"]),  # marks apart from their letters
        (["\ud800a\udc00", "\U0001f9ec"], ["a"]),
        (["\u0391\u03a3"], ["\u03b1\u03c2"]),  # a final sigma
    ],
    ids=ascii,
)
def test_runs(words, expected):
    assert runs(words) == expected


@given(st.lists(st.lists(st.text(st.characters(), max_size=6), max_size=5), max_size=4))
def test_any_text_has_a_list_of_terms_a_sentence(sentences):
    for language in ("en", "de", "none"):
        terms = Normalizer(language).terms(sentences)
        assert list(map(len, terms)) == [len(runs(sentence)) for sentence in sentences]
