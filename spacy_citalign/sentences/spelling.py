"""British spellings as American ones, so that both count as one term.

Nelken & Shieber (2006), section 4.1, used "a small manually-constructed lexicon", which is not
public. These are rules for endings, with the words that they hold for or that they do not, and a
short list of words. Both texts are changed alike, so that a rule need not please a reader: it must
only bring two spellings of a word together and leave different words apart.
"""

import re

_OUR = (
    "arb ard arm behavi cand clam clang col demean dol enam endeav fav ferv flav harb hon hum lab "
    "neighb od parl ranc rig rum savi sav splend succ tum val vap vig"
)
_RE = (
    "accout calib cent fib goit lit louv lust meag met mit nit reconnoit sab sepulch somb spect "
    "theat"
)
_DOUBLED = (
    "bevel cancel carol channel counsel cruel devil dial dishevel drivel duel enamel equal fuel "
    "funnel gambol grovel initial jewel label level libel marshal marvel medal metal model panel "
    "pedal pencil quarrel revel rival shovel signal snivel spiral stencil swivel total towel "
    "travel tunnel unravel victual yodel"
)
_NEVER_IZE = (  # what stands before "ise"; after the bar as a whole word only
    r".*(?:[aeiouw]|adv|advert|chast|circumc|conc|desp|dev|exc|exerc|exorc|expert|franch|improv"
    r"|inc|merchand|pr|prec|prem|prom|rev|superv|surm|telev)"
    r"|cer|chem|dem|den|mort|parad|pelv|pract|treat|trell|val|.*opol|(?:high|low|moon|sun|up)r"
)


def _any(words: str) -> str:
    return "|".join(words.split())


_RULES = tuple(
    (re.compile(pattern), by)
    for pattern, by in (
        (rf"({_any(_OUR)})our", r"\1or"),
        (rf"({_any(_RE)})(?:re(?=s?$)|r(?=ed$))", r"\1er"),
        (rf"({_any(_DOUBLED)})l(ed|ers?|est|ings?|ists?|ors?|ous|ously)$", r"\1\2"),
        (rf"^(?!(?:{_NEVER_IZE})is)(.{{3,}})is(e[drs]?|ers|ing|able|ations?|ational)$", r"\1iz\2"),
        (r"(..ly)s(e[dr]?|ers|ing)$", r"\1z\2"),
        (r"(anal|catal|dial|epil|homol|monol|prol)ogu(e[sd]?|ing)$", r"\1og\2"),
        (r"(anal|catal|dial|epil|homol|monol|prol)oge(s?)$", r"\1og\2"),
        (r"^(def|off|pret)ence(s|less)?$", r"\1ense\2"),
        (r"^licence", "license"),
        (r"^practis(e[ds]?|ing)$", r"practic\1"),
        (r"^(appa|disti|enro|enthra|fulfi|insta|insti)l(s|ments?)?$", r"\1ll\2"),
        (r"^(ski|wi)lful", r"\1llful"),
        (r"^manoeuvr(?:e(?=s?$)|(?=ed|er|ing|ab))", "maneuver"),
        (r"haem", "hem"),
        (r"aemi([ac])", r"emi\1"),
        (r"anaesth", "anesth"),
        (r"(gyn|c|f)aec", r"\1ec"),
        (r"paed", "ped"),
        (r"(arch|pal)aeo", r"\1eo"),
        (r"^aetiol", "etiol"),
        (r"mediaev", "mediev"),
        (r"^oe(strogen|sophag|dema)", r"e\1"),
        (r"^foet", "fet"),
        (r"rrhoea", "rrhea"),
        (r"^(c|hom)oe(lia|o)", r"\1e\2"),
        (r"sulph", "sulf"),
        (r"plough", "plow"),
        (r"moul([dt])", r"mol\1"),
        (r"^sceptic", "skeptic"),
        (r"^grey(s|ed|er|est|ing|ish|ness)?$", r"gray\1"),
        (r"^cos(y|ier|iest|ily|iness)$", r"coz\1"),
        (r"^cheque(s|red|books?)?$", r"check\1"),
        (r"^draught(s|y|sm[ae]n)?$", r"draft\1"),
        (r"^(acknowledg|judg)ement", r"\1ment"),
        (r"^(kilo|milli|micro|pro)?gramme(s?)$", r"\1gram\2"),
        (r"^(after|back|down|for|in|on|out|to|up)wards$", r"\1ward"),
        (r"^(burn|dream|lean|learn|spoil)t$", r"\1ed"),
        (r"^(conne|infle|refle)xion", r"\1ction"),
    )
)
_WORDS = dict(
    pair.split("=")
    for pair in (
        "aeroplane=airplane aeroplanes=airplanes ageing=aging aluminium=aluminum amidst=amid "
        "amongst=among artefact=artifact artefacts=artifacts furore=furor gaol=jail gaoler=jailer "
        "gaolers=jailers gaols=jails jewellery=jewelry kerb=curb kerbs=curbs maths=math "
        "mollusc=mollusk molluscs=mollusks moustache=mustache moustaches=mustaches "
        "omelette=omelet omelettes=omelets pyjamas=pajamas specialities=specialties "
        "speciality=specialty spilt=spilled storey=story storeys=stories tyre=tire tyres=tires "
        "whilst=while woollen=woolen yoghurt=yogurt yoghurts=yogurts"
    ).split()
)


def american(word: str) -> str:
    """Return the American spelling of a lower-cased English word, or the word.

    >>> american("colourise"), american("travelling"), american("advise"), american("four")
    ('colorize', 'traveling', 'advise', 'four')
    """
    if word in _WORDS:
        return _WORDS[word]
    for pattern, by in _RULES:
        word = pattern.sub(by, word)
    return word
