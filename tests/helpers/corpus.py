"""Sentences about genes and fields of study that do not exist, written for these tests."""

import re
from typing import NamedTuple

# Bars stand around mentions.
_MARKED = """\
We found that |Zork2| binds |mup4 kinase| in yeast cells.
The |Drelin receptor| was cloned from the liver of adult frogs.
Loss of |Zork2| delays growth, while |QX-7| restores it.
No change was seen in the control group.
Expression of |pirlin alpha| rose after heat shock.
Cells without |Mup4| did not divide.
The patients were followed for three years.
|Zork2| and |Zork3| share one binding site.
A mutant of |kest-1| lacks the second exon.
The promoter of |QX-7| holds two sites for |Drelin|.
Samples were kept at four degrees until use.
|Brint protein kinase| acts upstream of |Mup4|.
Antibodies against |pirlin alpha| stained the membrane.
These data suggest that |Tavin| is needed for repair.
We measured the weight of all animals twice.
The |tavin (TVN) gene| lies near the centromere.
Deletion of |kest-1| or |kest-2| has no effect.
|Drelin receptor| levels fell in treated mice.
Heat and salt stress were compared.
The yeast homolog of |Brint| is called |brn1|.
Purified |Zork3| cut the labelled probe.
Two groups of rats were fed for six weeks.
|TVN| encodes a protein of 52 kDa.
Binding of |mup4 kinase| to |QX-7| requires zinc.
The role of diet is not clear.
Overexpression of |Tavin| slowed the cell cycle.
|Pirlin beta| is a target of |Zork2| in neurons.
Results are given as means of three runs.
Both |brn1| and |kest-2| were induced by light.
The enzyme |Mup4| moves to the nucleus.
An assay for |Drelin| in serum is described.
Blood was drawn before and after the meal.
|QX-7| interacts with |Brint protein kinase| in vitro.
Mice that lack |pirlin beta| are blind.
The screen found |Zork5|, a new member of the family.
All procedures were approved by the board.
Transcription of |kest-1| depends on |Tavin|.
We describe a patient with a mutation in |TVN|.
The |Zork5| promoter is silent in muscle.
Further work is under way.
|Mup4| phosphorylates |Drelin| at one site.
Growth of the tumour stopped after treatment.
"""


def gene_sentences() -> list[tuple[str, list[tuple[int, int]]]]:
    """Return each sentence with the half-open character spans of its genes."""
    sentences = []
    for line in _MARKED.splitlines():
        text, spans = "", []
        for number, part in enumerate(line.split("|")):
            if number % 2:
                spans.append((len(text), len(text) + len(part)))
            text += part
        sentences.append((text, spans))
    return sentences


# Words, Penn tags, universal tags.
_TAGGED = """\
The enzyme binds two small sites .
DT NN VBZ CD JJ NNS .
DET NOUN VERB NUM ADJ NOUN PUNCT

We grew yeast cells at low heat .
PRP VBD NN NNS IN JJ NN .
PRON VERB NOUN NOUN ADP ADJ NOUN PUNCT

It is not clear why growth stops .
PRP VBZ RB JJ WRB NN VBZ .
PRON AUX PART ADJ ADV NOUN VERB PUNCT

Zork2 and Mup4 were found in mice .
NNP CC NNP VBD VBN IN NNS .
PROPN CCONJ PROPN AUX VERB ADP NOUN PUNCT

The role of salt was tested twice .
DT NN IN NN VBD VBN RB .
DET NOUN ADP NOUN AUX VERB ADV PUNCT

Cells that lack Zork2 can not divide .
NNS WDT VBP NNP MD RB VB .
NOUN PRON VERB PROPN AUX PART VERB PUNCT

If light falls , the leaf opens .
IN NN VBZ , DT NN VBZ .
SCONJ NOUN VERB PUNCT DET NOUN VERB PUNCT

These data suggest that Mup4 is needed .
DT NNS VBP IN NNP VBZ VBN .
DET NOUN VERB SCONJ PROPN AUX VERB PUNCT

Binding to zinc needs no heat .
VBG IN NN VBZ DT NN .
VERB ADP NOUN VERB DET NOUN PUNCT

We want to cut the long probe .
PRP VBP TO VB DT JJ NN .
PRON VERB PART VERB DET ADJ NOUN PUNCT

We cut the probe in three parts .
PRP VBD DT NN IN CD NNS .
PRON VERB DET NOUN ADP NUM NOUN PUNCT

A cut in the leaf heals slowly .
DT NN IN DT NN VBZ RB .
DET NOUN ADP DET NOUN VERB ADV PUNCT

If the cells rest , growth slows .
IN DT NNS VBP , NN VBZ .
SCONJ DET NOUN VERB PUNCT NOUN VERB PUNCT

Mice are fed and kept in small groups .
NNS VBP VBN CC VBN IN JJ NNS .
NOUN AUX VERB CCONJ VERB ADP ADJ NOUN PUNCT

Does Mup4 bind zinc ?
VBZ NNP VB NN .
AUX PROPN VERB NOUN PUNCT

Growth is slow and needs no light .
NN VBZ JJ CC VBZ DT NN .
NOUN AUX ADJ CCONJ VERB DET NOUN PUNCT

They were not tested at low light .
PRP VBD RB VBN IN JJ NN .
PRON AUX PART VERB ADP ADJ NOUN PUNCT

The test of Zork2 took three weeks .
DT NN IN NNP VBD CD NNS .
DET NOUN ADP PROPN VERB NUM NOUN PUNCT

We found that Zork2 was cut in parts .
PRP VBD IN NNP VBD VBN IN NNS .
PRON VERB SCONJ PROPN AUX VERB ADP NOUN PUNCT

The small mice are slow .
DT JJ NNS VBP JJ .
DET ADJ NOUN AUX ADJ PUNCT

Does the enzyme need salt ?
VBZ DT NN VB NN .
AUX DET NOUN VERB NOUN PUNCT
"""


def tagged_sentences() -> list[tuple[list[str], list[str], list[str]]]:
    """Return the words, Penn tags and universal tags of each sentence; blanks divide its words."""
    sentences = []
    for block in _TAGGED.split("\n\n"):
        words, tags, pos = (line.split() for line in block.splitlines())
        sentences.append((words, tags, pos))
    return sentences


# The same sentences; brackets stand around their phrases, as in CoNLL-2000.
_PHRASED = """\
[NP The enzyme ] [VP binds ] [NP two small sites ] .
[NP We ] [VP grew ] [NP yeast cells ] [PP at ] [NP low heat ] .
[NP It ] [VP is not ] [ADJP clear ] [ADVP why ] [NP growth ] [VP stops ] .
[NP Zork2 and Mup4 ] [VP were found ] [PP in ] [NP mice ] .
[NP The role ] [PP of ] [NP salt ] [VP was tested ] [ADVP twice ] .
[NP Cells ] [NP that ] [VP lack ] [NP Zork2 ] [VP can not divide ] .
[SBAR If ] [NP light ] [VP falls ] , [NP the leaf ] [VP opens ] .
[NP These data ] [VP suggest ] [SBAR that ] [NP Mup4 ] [VP is needed ] .
[NP Binding ] [PP to ] [NP zinc ] [VP needs ] [NP no heat ] .
[NP We ] [VP want to cut ] [NP the long probe ] .
[NP We ] [VP cut ] [NP the probe ] [PP in ] [NP three parts ] .
[NP A cut ] [PP in ] [NP the leaf ] [VP heals ] [ADVP slowly ] .
[SBAR If ] [NP the cells ] [VP rest ] , [NP growth ] [VP slows ] .
[NP Mice ] [VP are fed and kept ] [PP in ] [NP small groups ] .
[VP Does ] [NP Mup4 ] [VP bind ] [NP zinc ] ?
[NP Growth ] [VP is ] [ADJP slow ] and [VP needs ] [NP no light ] .
[NP They ] [VP were not tested ] [PP at ] [NP low light ] .
[NP The test ] [PP of ] [NP Zork2 ] [VP took ] [NP three weeks ] .
[NP We ] [VP found ] [SBAR that ] [NP Zork2 ] [VP was cut ] [PP in ] [NP parts ] .
[NP The small mice ] [VP are ] [ADJP slow ] .
[VP Does ] [NP the enzyme ] [VP need ] [NP salt ] ?
"""


def phrased_sentences() -> list[tuple[list[str], list[str], list[tuple[str, int, int]]]]:
    """Return the words, Penn tags and phrases (type, first word, end) of each tagged sentence."""
    sentences = []
    for line, (words, tags, _) in zip(_PHRASED.splitlines(), tagged_sentences(), strict=True):
        phrases = []
        place, start, kind = 0, 0, ""
        for token in line.split():
            if token.startswith("["):
                kind, start = token[1:], place
            elif token == "]":
                phrases.append((kind, start, place))
            elif token == words[place]:
                place += 1
            else:
                raise ValueError(f"{token!r} is not {words[place]!r}")
        sentences.append((words, tags, phrases))
    return sentences


# The same sentences; brackets stand around their constituents, as in the Penn treebank.
_PARSED = """\
(S (NP-SBJ The enzyme ) (VP binds (NP two small sites )) . )
(S (NP-SBJ We ) (VP grew (NP yeast cells ) (PP at (NP low heat ))) . )
(S (NP-SBJ It ) (VP is not (ADJP clear ) (SBAR (WHADVP why ) (S (NP-SBJ growth ) (VP stops )))) . )
(S (NP-SBJ Zork2 and Mup4 ) (VP were (VP found (PP in (NP mice )))) . )
(S (NP-SBJ (NP The role ) (PP of (NP salt ))) (VP was (VP tested (ADVP twice ))) . )
(S (NP-SBJ (NP Cells ) (SBAR (WHNP that ) (S (VP lack (NP Zork2 ))))) (VP can not (VP divide )) . )
(S (SBAR If (S (NP-SBJ light ) (VP falls ))) , (NP-SBJ the leaf ) (VP opens ) . )
(S (NP-SBJ These data ) (VP suggest (SBAR that (S (NP-SBJ Mup4 ) (VP is (VP needed ))))) . )
(S (NP-SBJ (NP Binding ) (PP to (NP zinc ))) (VP needs (NP no heat )) . )
(S (NP-SBJ We ) (VP want (S (VP to (VP cut (NP the long probe ))))) . )
(S (NP-SBJ We ) (VP cut (NP the probe ) (PP in (NP three parts ))) . )
(S (NP-SBJ (NP A cut ) (PP in (NP the leaf ))) (VP heals (ADVP slowly )) . )
(S (SBAR If (S (NP-SBJ the cells ) (VP rest ))) , (NP-SBJ growth ) (VP slows ) . )
(S (NP-SBJ Mice ) (VP are (VP (VP fed ) and (VP kept (PP in (NP small groups ))))) . )
(SQ Does (NP-SBJ Mup4 ) (VP bind (NP zinc )) ? )
(S (NP-SBJ Growth ) (VP (VP is (ADJP slow )) and (VP needs (NP no light ))) . )
(S (NP-SBJ They ) (VP were not (VP tested (PP at (NP low light )))) . )
(S (NP-SBJ (NP The test ) (PP of (NP Zork2 ))) (VP took (NP three weeks )) . )
(S (NP-SBJ We ) (VP found (SBAR that (S (NP-SBJ Zork2 ) (VP was (VP cut (PP in (NP parts ))))))) . )
(S (NP-SBJ The small mice ) (VP are (ADJP slow )) . )
(SQ Does (NP-SBJ the enzyme ) (VP need (NP salt )) ? )
"""


def parsed_sentences() -> list[tuple[list[str], list[str], list[tuple[str, int, int]]]]:
    """Return the words, Penn tags and constituents, in pre-order, of each tagged sentence."""
    sentences = []
    for line, (words, tags, _) in zip(_PARSED.splitlines(), tagged_sentences(), strict=True):
        constituents: list[tuple[str, int, int]] = []
        places: list[int] = []  # of the open brackets
        word = 0
        for token in line.split():
            if token.startswith("("):
                places.append(len(constituents))
                constituents.append((token[1:], word, word))
            elif token.startswith(")"):
                for _ in token:
                    label, start, _ = constituents[places[-1]]
                    constituents[places.pop()] = (label, start, word)
            elif token == words[word]:
                word += 1
            else:
                raise ValueError(f"{token!r} is not {words[word]!r}")
        sentences.append((words, tags, constituents))
    return sentences


# A text a line; bars stand before sentences other than the first.
_DIVIDED = """\
The frogs were kept at 4.5 °C. |They ate well (Fig. 2A). |No frog was lost.
We grew E. coli in broth [3]. |After that, cells were washed. |See Fig. 3 for growth.
As shown by Marsh et al. (2004), salt is needed. |It has two roles, i.e. it binds and cuts.
Dr. A. B. Hale gave us the mice. |We thank C. Dunn et al. for help.
Does heat matter? |It does! |Growth stops at 42 °C.
Light (see Fig. 1B) was kept low, e.g. at night. |Seeds of B. rapa were sown in May.
Growth of yeast vs. mould was measured by Hill et al. [12]. |Three trials were made.
The value was 2.5 (P = 0.03). |Values are means of approx. ten trials. |Bars show errors.
Samples were cut in parts (Smith et al., 2004). |Each was weighed twice. |The rest was lost.
The strain was a gift of Dr. Reed. |C. elegans was not used. |Both strains were frozen.
Heat was added, cf. Fig. 4. |The probe was then washed [7]. |All steps took 2.5 h.
"""


def divided_texts() -> list[tuple[str, list[int]]]:
    """Return each text with the characters at which its sentences begin."""
    texts = []
    for line in _DIVIDED.splitlines():
        sentences = line.split("|")
        starts = [len("".join(sentences[:number])) for number in range(len(sentences))]
        texts.append(("".join(sentences), starts))
    return texts


# A citance a line, groups apart by empty lines; braces stand around aligned units, which begin with
# the number of their class.
_ALIGNED = """\
Loss of {1 Zork2} makes {2 frog cells} {3 sensitive} to {4 salt stress}.
{2 Cells} that lack {1 zork2} are more {3 sensitive} to {4 salt}.
Without {1 Zork2}, {2 frog cells} {3 die} under {4 salt stress}.
It was shown that {1 ZORK2} protects {2 cells} of frogs from {4 stress by salt}.

The {1 Mup4 kinase} {2 phosphorylates} {3 Drelin} at {4 one site}.
{2 Phosphorylation} of {3 Drelin} by {1 Mup4} needs zinc.
{3 Drelin} is {2 phosphorylated} by the {1 kinase Mup4} at a {4 single site}.
As reported, {1 Mup4} {2 phosphorylates} the {3 Drelin receptor}.

{1 Tavin} {2 binds} the {3 kest-1 promoter} in {4 yeast}.
{2 Binding} of {1 Tavin} to the {3 promoter} of kest-1 was seen in {4 yeast cells}.
The {3 kest-1 promoter} has two sites for {1 tavin}.

Heat {1 induces} {2 pirlin alpha} in {3 neurons}.
{2 Pirlin alpha} is {1 induced} by heat shock in {3 nerve cells}.
{1 Induction} of {2 pirlin} was seen in {3 neurons} and muscle.
In {3 neurons} the level of {2 pirlin alpha} {1 rises} after heat shock.

The {1 tumour} {2 stopped growing} after {3 Brint} was {4 deleted}.
{4 Deletion} of {3 Brint} slows {2 tumour growth}.
{1 Tumours} without {3 Brint} {2 grow} slowly.
"""


def citance_groups() -> list[list[tuple[str, list[tuple[int, int, str]]]]]:
    """Return groups of citances, each with its aligned units: start, end, class."""
    groups = []
    for block in _ALIGNED.split("\n\n"):
        citances = []
        for line in block.splitlines():
            text, units = "", []
            for part in re.split("[{}]", line):
                number, _, words = part.partition(" ")
                if number.isdigit():
                    units.append((len(text), len(text) + len(words), number))
                    part = words
                text += part
            citances.append((text, units))
        groups.append(citances)
    return groups


# Pairs of texts, a sentence a line; before those of the second text stand the numbers of the
# sentences of the first that say the same.
_TEXT_PAIRS = """\
Frogs wake from their long sleep in early spring.
The males call all night beside the pond.
Each female lays several hundred eggs.
Herons eat most of the young tadpoles.
Only a few frogs return in the next year.
--
0| In early spring the frogs wake from a long sleep.
1| All night males call beside their pond.
| Some ponds are dry by then.
2| A female frog lays hundreds of eggs.
3| Most young tadpoles are eaten by herons.
4| Few frogs return next year.

The old mill stands on the left bank of the river.
A farmer built it with stones of the ruined castle.
Its wheel was driven by the water for two centuries.
After the great flood the wheel stood still.
Today a baker sells bread in the mill.
Children visit it on school trips.
--
0| On the left bank of the river stands an old mill.
1| It was built by a farmer from castle stones.
2,3| Water drove the wheel for two centuries, until the great flood.
4| A baker now sells his bread there.
| The bread is dark and heavy.
5| School trips bring children to it.

Our train left the northern town before dawn.
Snow covered the fields and the roofs of the villages.
A woman in a green coat read letters to her son.
At noon we crossed the border without a stop.
The conductor checked our tickets twice.
We reached the harbour in the evening.
--
0| Before dawn our train left that northern town.
1| Fields were covered by snow.
1| So were the roofs of all villages.
2| To her son a woman in a green coat read some letters.
4| Twice the conductor checked tickets.
3| We crossed the border at noon and did not stop.
5| In the evening we reached a harbour.

Zork2 binds zinc in the nucleus of yeast cells.
Cells without the protein grow slowly at high heat.
A second copy of its gene restores their growth.
The enzyme is not needed in the dark.
We do not know which partner it has.
--
0| In the nucleus of yeast, Zork2 is bound to zinc.
| All strains were frozen.
1| At high heat, cells that lack the protein grow slowly.
2| Growth is restored by a second gene copy.
3| In the dark, the enzyme is not needed.
4| Its partner is not known.

The council met on Monday to discuss the new bridge.
Its cost has doubled since the plans were drawn.
Two members asked for a vote of the citizens.
The mayor refused and left the hall.
A report is expected in May.
Shops on the square fear for their trade.
--
3| The mayor left the hall when he refused.
2| Two members had asked that citizens vote.
0| On Monday the council discussed a new bridge.
1| Since the plans were drawn its cost has doubled.
| Rain fell all day.
5| On the square, shops fear for trade.
4| In May a report is expected.

Moss covers the northern side of every trunk.
Water runs down the bark after heavy rain.
Beetles live under loose pieces of bark.
A woodpecker finds them by their sound.
The forester marks dead trees with red paint.
--
0| Every trunk has moss on its northern side.
1| After heavy rain water runs along the bark.
2| Under loose bark there live beetles.
3| By the sound a woodpecker finds them.
4| Dead trees are marked by the forester with red paint.
"""


class TextPair(NamedTuple):
    """Two texts as sentences, and which sentence of the one says what which of the other says."""

    first: list[str]
    second: list[str]
    links: list[tuple[int, int]]


def text_pairs() -> list[TextPair]:
    """Return the invented pairs of texts."""
    pairs = []
    for block in _TEXT_PAIRS.split("\n\n"):
        first, second = (text.strip().splitlines() for text in block.split("--\n"))
        numbers, sentences = zip(*(line.split("| ") for line in second), strict=True)
        links = [
            (int(number), place)
            for place, own in enumerate(numbers)
            for number in own.split(",")
            if number
        ]
        pairs.append(TextPair(first, list(sentences), sorted(links)))
    return pairs


class TermDocument(NamedTuple):
    """An abstract; its terms are ``words[a:b]`` of each (a, b) in ``terms``."""

    text: str
    words: list[str]
    tags: list[str]  # Penn
    spaces: list[bool]  # whether a blank follows each word
    lengths: list[int]  # words of each sentence
    terms: list[tuple[int, int]]
    offsets: list[tuple[int, int]]  # the terms by characters of the text


# Bars stand around terms.
_FIRST = """\
This paper presents a |{method}| for |{task}|.
We studied |{task}| (|{acronym}|) with a |{method}|.
Previous systems for |{task}| needed a large |{data}|.
In this work, we propose a |{method}| that learns |{task}| from a |{data}|.
"""
_NEXT = """\
The |{method}| reads a |{data}|, a |{unit}| and a |{feature}|.
Moreover, the |{feature}| is joined with |{unit}-based search|.
However, previous systems did not use a |{unit}|.
It is trained on the |{data}| of {number} texts.
Each |{unit}| has a weight, and the |{method}| finds the best one.
"""
_LAST = """\
Results show that our |{method}| is better by {number} percent on the |{data}|.
In summary, the |{feature}| helps |{task}|.
We argue that |{task}| needs a |{feature}| or a |{unit}|.
"""
_SLOTS = {
    "task": "pebble sorting, moss translation, whistled speech recognition, river name tagging, "
    "tide parsing, shadow clustering, dialect mapping, cloud shape retrieval, bell segmentation, "
    "knot description",
    "method": "lattice parser, nested sand model, two-step filter, ranking network, moss grammar, "
    "drift classifier",
    "data": "shore corpus, tagged tide bank, whistle archive, parallel river corpus, bell list",
    "unit": "syllable frame, pebble graph, shadow tree, name window, knot vector, dialect chain, "
    "phone cluster",
    "feature": "moisture feature, rhythm cue, gap probability, tide prior",
}
_TAGS = {
    "DT": "the a an this each",
    "IN": "for with from of by on in that",
    "PRP": "we it",
    "PRP$": "our",
    "CC": "and or",
    "RB": "moreover however not",
    "VBZ": "presents learns reads is has finds helps needs",
    "VBP": "propose show argue",
    "VBD": "studied needed did",
    "VB": "use",
    "VBN": "joined trained based",
    "JJ": "large previous best whistled nested tagged parallel",
    "JJR": "better",
    "NNS": "systems texts results",
    "CD": "one two",
    "HYPH": "-",
    ",": ",",
    ".": ".",
    "-LRB-": "(",
    "-RRB-": ")",
}
_TAG_OF = {word: tag for tag, words in _TAGS.items() for word in words.split()}


def plain_tag(word: str) -> str:
    """Return the Penn tag that the invented term documents give a word."""
    known = _TAG_OF.get(word.lower())
    return known or ("CD" if word.isdigit() else "NNP" if word.isupper() else "NN")


def term_documents() -> list[TermDocument]:
    """Return 30 abstracts of three sentences, with Penn tags and terms."""
    documents = []
    for number in range(30):
        slots = {}
        for name, choices in _SLOTS.items():
            several = choices.split(", ")
            slots[name] = several[number % len(several)]
        slots["acronym"] = "".join(word[0].upper() for word in slots["task"].split())
        slots["number"] = str(number + 3)
        several = [part.splitlines() for part in (_FIRST, _NEXT, _LAST)]
        marked = [part[number % len(part)].format(**slots) for part in several]
        documents.append(_term_document(marked))
    return documents


def _term_document(marked: list[str]) -> TermDocument:
    """Read sentences with bars around terms."""
    document = TermDocument(" ".join(marked).replace("|", ""), [], [], [], [], [], [])
    starts: dict[int, int] = {}  # by character
    ends: dict[int, int] = {}
    for match in re.finditer(r"\w+|[^\w\s]", document.text):
        starts[match.start()], ends[match.end()] = len(document.words), len(document.words) + 1
        document.words.append(match[0])
        document.tags.append(plain_tag(match[0]))
        document.spaces.append(document.text[match.end() : match.end() + 1] == " ")
    end = 0
    for sentence in marked:
        place = end
        for part_number, part in enumerate(sentence.split("|")):
            if part_number % 2:
                document.offsets.append((place, place + len(part)))
                document.terms.append((starts[place], ends[place + len(part)]))
            place += len(part)
        document.lengths.append(ends[place] - sum(document.lengths))
        end = place + 1
    return document
