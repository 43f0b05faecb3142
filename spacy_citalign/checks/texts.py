"""Texts for checks of components: sentences written for this project, and odd ones."""

from pathlib import Path

from ..corpora.io import text_lines
from ..errors import InputError

SENTENCES = [
    "Loss of the kinase Aurora B delays chromosome segregation in human cells (Lind 2014).",
    "We measured 41 samples twice, and found no difference between the two laboratories.",
    "Phosphorylation of p53 by the checkpoint kinase CHK2 stabilises the protein after DNA damage.",
    "Barley roots grown in dry soil were 18% longer than those of the control plants.",
    "Does tumor necrosis factor (TNF) activate NF-kappa B in these macrophages?",
    "The method of Maria Keller, published in Berlin in 2009, needs neither antibodies nor dyes.",
    "Mice without the Sox10 gene lack melanocytes; mice without Sox9 do not survive birth.",
    "Surface temperatures fell by 0.4 K within a decade, but rainfall remained stable [3, 5-7].",
    "Interleukin 2 receptors were expressed on T cells but not on resting B lymphocytes.",
    "Patients received either the vaccine or saline. Neither group developed severe fever.",
    "Hidden Markov models align protein sequences, and so do conditional random fields.",
    "Several groups have reported that DNA damage activates ATM and ATR in yeast and in man.",
]
ODD = {
    "empty": "",
    "one space": " ",
    "white space only": "\n\n\t \r\n",
    "one word": "p53",
    "one full stop": ".",
    "brackets only": "()[]{})(",
    "CRLF line ends": "The kinase\r\nis active.\r\nThe other one is not.",
    "control characters": "The \x00\x01\x07 kinase \x7f\x85 is active.",
    "emoji, joiners and combining marks": "\U0001f9ec and \U0001f469\u200d\U0001f52c see e\u0301, "
    "zero\u200bwidth, \ufeffmark, \u202eturned\u202c.",
    "unusual Unicode": "\u03a9\u2126 \u216b \ufb01bre \U0001d4d0\U0010ffff \u06f1\u06f2 "
    "\u4e2d\u6587 \u0e44\u0e17\u0e22 \ufffd \ue000.",
    "a word of 5,000 letters": "x" * 5000 + " binds.",
    "a sentence of 400 words": "kinase " * 400,
    "no spaces": "no space.Then Sox9/Sox10-binding(s),IL-2R\u03b1(p75)...",
}
LONG = "50,000 tokens"
LONG_TOKENS = 50_000


def long_text() -> str:
    """Return the sentences again and again, more than 50,000 tokens."""
    once = " ".join(SENTENCES)
    return " ".join([once] * (LONG_TOKENS // len(once.split()) + 1))


def read_texts(path: Path) -> list[str]:
    """Return the lines of a file that hold more than white space, a text a line.

    Raises:
        InputError: the file is missing, is not UTF-8 or has no such line.
    """
    texts = [line for line in text_lines([path]) if line.strip()]
    if not texts:
        raise InputError(f"{path} holds no text; write a text a line")
    return texts
