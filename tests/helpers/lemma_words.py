"""Words with Penn tags and lemmas, in sentences about frogs, written for these tests."""

from spacy_citalign.lemmas.training import LemmatizedWord

_SENTENCES = """\
The/DT/the frogs/NNS/frog hopped/VBD/hop ././.
Ponds/NNS/pond were/VBD/be full/JJ/full of/IN/of newts/NNS/newt ././.
Toads/NNS/toad eat/VBP/eat flies/NNS/fly and/CC/and berries/NNS/berry ././.
A/DT/a frog/NN/frog studies/VBZ/study its/PRP$/its bodies/NNS/body ././.
I/PRP/I saw/VBD/see him/PRP/he in/IN/in Lake/NNP/Lake Zork/NNP/Zork ././.
The/DT/the American/JJ/American newt/NN/newt croaks/VBZ/croak ././.
An/DT/a African/JJ/African toad/NN/toad croaked/VBD/croak ././.
Some/DT/some croaking/VBG/croak frogs/NNS/frog jumped/VBD/jump ././.
Small/JJ/small toads/NNS/toad give/VBP/give me/PRP/I eggs/NNS/egg ././.
It/PRP/it is/VBZ/be not/RB/not 5/CD/5 mice/NNS/mouse ././.
"""


def lemmatized_sentences() -> list[list[LemmatizedWord]]:
    """Return the words of each sentence."""
    return [
        [LemmatizedWord(*word.split("/")) for word in line.split()]
        for line in _SENTENCES.splitlines()
    ]


def lemmatized_words() -> list[LemmatizedWord]:
    """Return the words of all sentences."""
    return [word for sentence in lemmatized_sentences() for word in sentence]
