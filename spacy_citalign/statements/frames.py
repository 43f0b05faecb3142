"""Sentences that differ from a work by the way they are built around its citation.

Patterns are over joined tokens in lower case: ``OWN`` stands for a mark that cites the work,
``OTHER`` for another one. In a match ``cue`` is what is shown, and ``own``, where it is there, is a
mark that must stand for the authors or their work: "Zork [3] ignores", not "frogs [3] ignore";
``like`` is one that must do so if it is a number.
"""

import re

from .clause import OTHER, OWN


def _gap(most: int, without: str = "") -> str:
    """Return a pattern of so many characters of a sentence, other works not among them."""
    return rf"(?:(?!{OTHER}\b{without})[^.;?!]){{0,{most}}}?"


# A mark, and others of a list behind it.
_ACTOR = rf"(?P<own>{OWN})(?:(?: [;,)(\]]| or| and| &)* {OTHER})*(?: [)\]])*"
_NOUN = (
    r"(?:['\u2019] ?s? )?(?:(?:\w+ )?(?:system|model|method|approach|algorithm|parser|tagger|work"
    r"|study"
    r"|analysis|definition|scheme|technique|formulation|framework|paper|results?|findings?) )?"
)
_THEIR = (
    r"(?:their (?:\w+ ){0,2}(?:system|model|method|approach|algorithm|work|study|analysis"
    "|evaluation|technique|results?|data|corpus|experiments?|features?|parser|findings?"
    "|definition|setting|setup|scheme) "
)
_WE = (
    r"(?:we|our|ours|here|this paper|in this (?:paper|study|work|article|report)|these (?:results"
    r"|data|findings)"
    r"|the (?:present|current|proposed) \w+|the \w+ (?:presented|proposed|reported|described) here)"
)
_ADVERSE = "(?:however|but|nevertheless|unfortunately|yet|although|though)"
_VERB = r"(?:\w+ly |also )?(?!and\b|or\b)\w+"
_ONLY = (
    r"(?:consider|focus|address|deal|handle|use|report|evaluat|apply|treat|support|cover|work|look"
    r"|model|explor|concentrat|investigat|test)\w*"
)
_LACKS = (
    "(?:cannot|can not|could not|does not|do not|did not|fails? to|failed to|(?:is|are|was"
    "|were) (?:also |still |only |often )?(?:not|limited|restricted|unable|too|infeasible"
    "|impractical|difficult|hard|computationally|inefficient|expensive|insufficient|inadequate"
    "|unsuitable|problematic|coarse|confined)|suffers? from|suffered from|ignores?|ignored"
    "|neglects?|neglected|lacks?|lacked|overlooks?|(?:still|only|mainly|merely|primarily"
    f"|just) {_ONLY}|requires?|required|assumes?|assumed|relies on|relied on|overestimates?"
    "|overestimated|underestimates?|underestimated|may not|might not|(?:uses?|used|considers?"
    r"|considered|focus\w*|handles?|deals?|covers?|reports?|evaluat\w+|address\w*) (?:\w+ "
    "){0,2}?(?:only|very|limited|small|just))"
)
_NOT_DONE = (
    r"(?:do|does|did)(?: not|n't)(?: \w+ly(?<!rely))? (?!find|observe|detect|see|affect|chang"
    r"|differ|alter|show|reveal|indicat|identif|recogni|contain|express|reach|have|seem|appear|need"
    r"|cause|result|lead|develop|exhibit|limit|restrict|require|rely|assum|depend|suffer)\w+"
)

# The sentence says what it does, and then what the work does, or the other way round.
BESIDE_OURS = (
    rf"{_ACTOR} {_gap(220)}\b(?P<cue>(?:whereas|while|in contrast ,|by contrast ,|instead ,) "
    rf"(?:here ,? |in (?:this|our) \w+ ,? )?(?:we|our|ours))\b",
    rf"\b{_WE}\b {_gap(260)}\b(?P<cue>whereas|while) (?:(?:the|in|that|those|for)\b (?:\w+ "
    rf"){{0,4}})?{_ACTOR} (?:'s |\u2019s )?(?:\w+ )?{_VERB}",
    rf"\b{_WE}\b {_gap(260)}[;.,] (?P<cue>in contrast|by contrast|on the contrary) ,? {_ACTOR} "
    rf"{_VERB}",
    rf"(?:^|[.;] )(?:but )?(?P<cue>while|whereas|although|though|even though|despite) "
    rf"{_gap(90, '|our |we |confirm')}{_ACTOR}{_gap(240)}, (?:however ,? |here ,? |in (?:this|our) "
    rf"\w+ ,? )?{_WE} (?!also|follow|will)",
    rf"(?P<cue>in contrast to|contrary to|unlike|in contrast with) (?:our|the present|this|these) "
    rf"(?:\w+ ){{0,3}}?(?:findings?|results?|data|observations?|study|work|approach|method|model"
    rf"|system|report) {_gap(100)}{OWN}",
    rf"{OWN}\b(?:(?!{OTHER}\b|{OWN}\b)[^;?!]){{0,250}}?\b(?P<cue>(?:in contrast to|contrary to"
    "|unlike|different from|differs? from|rather than|as opposed to) (?:their|his|her|theirs"
    r"|the \w+ (?:he|she|they)))\b",
)
# What is said of the work is followed by what the sentence says, or by "ours".
BUT_OURS = (
    f"{_ACTOR}{_gap(200)} [;,.] (?P<cue>however|but|instead|nevertheless) ,? ?(?:here ,? |in "
    r"(?:this|our) \w+ ,? )?(?:we (?!also|follow|will|won|note|can |leave|restrict|limit|do "
    "(?!not)|have not|(?:did|do) not (?:explore|implement|try|test|pursue|evaluate|have"
    r"|consider|investigate))|our (?!\w+ (?:confirm|support|agree))|ours |the (?:\w+ "
    "){1,3}(?:described|presented|proposed|reported) (?:here|in this))",
    r"\b(?:reported|shown|suggested|proposed|described|thought|believed|claimed|considered"
    rf"|assumed|found|observed|detected) {_gap(140)}{OWN}(?: {OTHER}|[ ,\])])*[ ,;.]+(?P<cue>but"
    r"|however|whereas|while|in contrast|yet|although) ,? ?(?:here ,? |in (?:this|our) \w+ ,? "
    r")?(?:we|our \w+|the present \w+|this study) (?:[^;?!.]){0,40}?\b(?:no|not|n't|fail\w*"
    r"|unable|only|found|observed|detected)\b",
    rf"{OWN}{_gap(160)}\b(?P<cue>(?:different from|differs? from|differed from|(?:\w+er|less \w+"
    r"|more \w+|worse|less) (?:\w+ ){0,3}than|whereas|while) (?:the [\d.]+ (?:[\w%]+ "
    r"){0,4}?)?(?:ours|our))\b",
    rf"{OWN}{_gap(160)}\b(?P<cue>(?:where|whereas|while|than|from|with|to) theirs)\b",
)
# "Similar to [3], but we ...".
EXCEPTED = (
    r"(?<![\w-])(?:similar|similarly(?! ,)|resembl\w+|closest|close|closely|related|identical"
    "|analogous|comparable|as in|like|reminiscent|same as|akin|equivalent) "
    rf"{_gap(130)}(?P<like>{OWN}){_gap(90)} (?P<cue>except(?:ion)?\b(?! for \w+ing)|but (?:we|our"
    r"|ours|where they|the (?:additional|\w+ we)|differs?|is|are|it (?!should|would|could|may"
    r"|might)|with|uses?|using|without|extend\w*|instead|here|adds?|rather|has|have|for us|in "
    "our|in this|takes?|making|more|less|much|that)|however (?:, )?(?:we|our|ours|in our|in "
    "this|there (?:are|is)|this|instead)|(?:although|though|while|whereas) (?:we|our|ours|in "
    r"our|in this|there (?:are|is)))\b",
    rf"\b(?P<cue>differences?) (?:\w+ ){{0,3}}?between (?:our|ours|this \w+|the (?:present|current"
    rf"|proposed)|us)\b{_gap(90)}{OWN}",
    rf"\b(?P<cue>differences?) (?:\w+ ){{0,3}}?between (?:the (?:\w+ )+?(?:of|in|by) )?{OWN} and "
    r"(?:our|ours|this|the (?:present|current|proposed))\b",
    rf"\b(?P<cue>differences?) (?:\w+ ){{0,6}}?(?:is|are) (?:: )?that (?:in )?{_ACTOR}",
)
# The work is found wanting.
WANTING = (
    rf"\b{_ADVERSE} ,? ?(?:[\w'-]+ ){{0,5}}(?P<own>{OWN}) (?:['\u2019] ?s? )?(?:(?!that |show"
    r"|f[io]u?nd|report|argue|demonstrat|point|note|suggest|observ)\w+ "
    rf"){{0,3}}?(?P<cue>{_LACKS})\b",
    rf"{_ACTOR} (?:(?!{OTHER}\b)[^;?!]){{0,350}}?[,;.] (?P<cue>{_ADVERSE}) ,? ?(?:(?!that )\w+ "
    r")?(?:their (?:\w+ ){1,2}|they |it |the authors |(?:this|the|that) (?:approach|method"
    "|model|system|algorithm|technique|study|work|analysis|results?|evaluation|definition) "
    "|these (?:approaches|methods|models|systems|algorithms|techniques|studies) )(?:also "
    rf"|still |often )?{_LACKS}\b",
    f"(?:^|[.;] )(?P<cue>while|although|though|even though) {_gap(90)}{_ACTOR}{_gap(200)} , "
    rf"(?:it|they|this \w+|these \w+|their \w+) (?:also |still |often )?{_LACKS}\b",
    rf"{_ACTOR} (?:(?!{OTHER}\b)[^;?!]){{0,350}}?(?<!e )\. (?P<cue>{_THEIR}|they )(?:also |still "
    ")?(?:requires?|required|cannot|could not|suffers?|suffered|fails?|failed|ignores?|ignored"
    "|lacks?|lacked|does not|do not|did not|is limited|was limited|are limited|were limited|is "
    r"restricted))\b",
    rf"{_ACTOR} {_gap(200, '|that ')}\b(?P<cue>(?:but|although|though|yet) (?:they |it "
    rf")?{_NOT_DONE})\b",
    rf"{_ACTOR} {_gap(200, '|that ')}\b(?P<cue>but (?:they |it )?(?:only {_ONLY}|lacks?|leaves?"
    r"|fails? to|failed to"
    r"|cannot|could not|ignores?|neglects?|is limited|are limited|is restricted))\b",
    rf"{_ACTOR} {_NOUN}(?:\w+ ){{0,3}}?(?P<cue>(?:has|have|had) (?:\w+ ){{0,2}}?"
    r"(?:disadvantage|drawback|limitation|shortcoming|weakness|flaw)(?:e?s)?)\b",
    rf"{_ACTOR} {_NOUN}(?:, )?(?:which |that )?(?:\w+ly |also |still )?(?P<cue>suffers? from"
    "|suffered from|lacks?|lacked|neglects?|neglected|ignores?|ignored|overlooks?"
    "|overestimate[sd]?|underestimate[sd]?|(?:would |may |might )?fails? to|failed to|cannot"
    r"|can not|(?:is|are|was|were|has been|have been) (?:\w+ly )?(?:limited|restricted|confined"
    r"|unable) (?:to|in))\b",
    rf"{_ACTOR}{_gap(110)} (?:which|but) (?:\w+ly )?(?P<cue>suffers? from|suffered from|lacks?"
    r"|neglects?|ignores?|overlooks?)\b",
    rf"{_ACTOR} {_NOUN}(?:\w+ly )?(?P<cue>{_NOT_DONE})\b(?!{_gap(120)}\b(?:rather|instead)\b)",
    rf"{_ACTOR} {_NOUN}(?P<cue>(?:provid|giv|offer|contain|mak|includ)\w* no)\b",
    rf"{_ACTOR} (?:(?!{OTHER}\b)[^;?!]){{0,250}}?[,;.] (?P<cue>{_ADVERSE} ,? ?their (?:evaluation"
    "|method|approach|work|system|model|goal|focus|study|analysis|task|definition|setting)) "
    r"(?:is|was|are|were|does|do|did)\b",
    rf"{_ACTOR} {_NOUN}(?:also |but )?(?P<cue>(?:only|merely) {_ONLY})\b",
    rf"{_ACTOR} {_NOUN}(?P<cue>(?:focus\w*|concentrat\w+|limit\w*|restrict\w*) {_gap(40)}\bonly)\b",
    f"{_ACTOR} (?:(?!that |because |{OTHER})[^.;?!]){{0,60}}?(?P<cue>(?:is|are|was|were"
    r"|performs?|performed|proved|proves) (?:\w+ly )?(?:less (?!than)\w+|worse|the (?:least"
    "|worst|poorest)|inferior|poorly|unsuitable|unreliable|unsatisfactory|insufficient"
    r"|inadequate|problematic|infeasible|impractical|too (?!numerous)\w+|suboptimal"
    r"|inappropriate|flawed|incorrect|misleading|not \w+ enough|not (?:\w+ly )?(?:suit\w+"
    "|applicable|appropriate|feasible|possible|practical|adequate|sufficient|reliable|optimal"
    r"|robust|scalable|satisfactory|able|well)))\b",
    r"\b(?:assumptions?|hypothes[ie]s|claims?|findings?|views?|notions?|conclusions?) "
    rf"{_gap(60)}{OWN} (?:\w+ ){{0,3}}?(?P<cue>(?:does|do|did|is|are) not (?:\w+ly )?(?:hold"
    r"|apply|appear|extend|generali[sz]e|true|correct|valid|supported|justified))\b",
    r"\bwe (?:also )?(?:tried|experimented|tested|explored|investigated) "
    rf"{_gap(140)}{OWN}{_gap(60)}(?P<cue>\b(?:but|however)\b){_gap(90)}\b(?:worse|not|decreas\w+"
    r"|no|less|fail\w*|drop\w*|poor\w*|degrad\w+|unable|lower|hurt)\b",
)
# What the work has seen was not seen, by the sentence or by others.
NOT_SEEN = (
    r"\b(?P<cue>had not (?:previously |yet |before )been (?:seen|observed|reported|detected"
    rf"|found|noted))\b{_gap(140)}{OWN}",
    r"\b(?P<cue>(?:conflicting|contradictory|discrepant|inconsistent) (?:results?|findings?"
    r"|reports?|evidence|data|conclusions?|observations?))\b[^.;?!]{0,200}?"
    rf"(?:{OWN}\b[^.;?!]{{9,100}}?[a-z] {OTHER}|{OTHER}\b[^.;?!]{{9,100}}?[a-z] {OWN})",
    r"\b(?:although|while|whereas|even though|though|despite) [^;?!]{0,200}?"
    rf"{OWN} ?[^;?!]{{0,80}}?, (?P<cue>no (?:[\w-]+ ){{1,12}}?(?:was|were) "
    r"(?:observed|found|detected|seen|noted|evident))\b",
    rf"{OWN} (?:\w+ly )?(?:report|found|show|suggest|claim|observ|propos"
    r"|conclud)\w*\b[^;?!]{0,200}?(?<!that )[,;.] (?P<cue>whereas|while|but|however|in "
    rf"contrast)\b[^;?!]{{0,80}}?\b(?:we|our|{OTHER}|others?|another|subsequent|later|stud(?:y"
    r"|ies)|these)\b[^;?!]{0,80}?\b(?:no|not|fail(?:s|ed)?|unable|different(?:ly)?|opposite)\b",
)
# The work has been disputed, or is called unfit.
DISPUTED = (
    rf"{OWN} (?:\w+ ){{0,6}}(?P<cue>(?:has|have|had) (?:recently |since |also |later )?been "
    r"(?:critici[zs]ed|challenged|questioned|disputed|contradicted|refuted|debated|contested))\b",
    rf"{OWN} (?:(?!that )\w+ ){{0,6}}(?P<cue>(?:is|was|are|were) (?:unsuitable|inadequate"
    r"|inappropriate|flawed|incorrect|misleading))\b",
    rf"{OWN}{_gap(100)}\b(?P<cue>(?:later|subsequently|since|recently|also|been|was) (?:disputed"
    r"|contested|refuted|contradicted))\b",
)
FRAMES = tuple(re.compile(pattern) for pattern in (*BESIDE_OURS, *EXCEPTED, *DISPUTED, *NOT_SEEN))
# Not where the work is followed.
FRAMES_UNLESS_FOLLOWED = tuple(re.compile(pattern) for pattern in (*BUT_OURS, *WANTING))
