"""Sentences about genes that do not exist, written for these tests; bars stand around mentions."""

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
