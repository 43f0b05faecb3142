"""Colours of the package's labels in displaCy: genes, and the numbers of aligned classes."""

from ..report.colors import DARK

_CLASSES = 96
# The lighter of the page's two palettes, as displaCy writes labels in black.
COLORS = {"GENE": "#a9dfbf"} | {
    str(number + 1): DARK.classes[number % len(DARK.classes)] for number in range(_CLASSES)
}
