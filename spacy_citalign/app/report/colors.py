"""The colours of the pages, and their style sheet.

A class has a colour and a kind of underline: 12 colours and 4 underlines tell 48 classes apart, and
the underline, the number and the outline of what is lit do so without any colour. Neighbours in the
list lie far apart in hue and differ in lightness. All contrasts are at least 4.5 to 1, the AA level
of the Web Content Accessibility Guidelines 2.1, on the paper and on the tint of what is lit.
"""

from typing import NamedTuple


class Theme(NamedTuple):
    """Colours of the page as ``#rrggbb``.

    Attributes:
        paper, panel: backgrounds of the text, and of lists and controls.
        ink, faint: text, and text of less weight.
        line: thin rules; no text has it.
        classes: (12,), the colours of classes, the same hues in both themes.
    """

    paper: str
    panel: str
    ink: str
    faint: str
    line: str
    classes: tuple[str, ...]


TINT = 0.13  # share of a class's colour in the background of its lit words
UNDERLINES = ("solid", "dotted", "dashed", "double")

LIGHT = Theme(
    paper="#fffefb",
    panel="#f6f4ee",
    ink="#1c1d1f",
    faint="#5c6067",
    line="#d9d5ca",
    classes=tuple(
        "#1f68bc #a24102 #00672d #84307f #725f02 #644fb1 "
        "#972430 #016869 #557200 #602782 #6c4302 #044f69".split()
    ),
)
DARK = Theme(
    paper="#16181b",
    panel="#1e2125",
    ink="#e6e3dc",
    faint="#a3a6ab",
    line="#383c42",
    classes=tuple(
        "#75aef5 #f0986f #83d494 #dc95d5 #e6cd6d #b0a4f8 "
        "#df7e7f #4ddcdc #c5e68c #dcaefe #efb062 #84d7fe".split()
    ),
)
# Labels in displaCy: genes, and the numbers of aligned classes, in the lighter of the two palettes,
# as displaCy writes labels in black.
COLORS = {"GENE": "#a9dfbf"} | {str(n + 1): DARK.classes[n % len(DARK.classes)] for n in range(96)}


def color_rules(root: str) -> str:
    """Return the style sheet of all this: variables of both themes and a rule for each colour.

    A theme is that of the system, unless the element ``root`` has one in ``data-theme``.
    """
    rules = [
        f"{root} {{ {_variables(LIGHT)} }}",
        f'@media screen and (prefers-color-scheme: dark) {{ {root}:not([data-theme="light"]) '
        f"{{ {_variables(DARK)} }} }}",
        f'@media screen {{ {root}[data-theme="dark"] {{ {_variables(DARK)} }} }}',
    ]
    rules += [f"{root} .c{i} {{ --c: var(--c{i}); }}" for i in range(len(LIGHT.classes))]
    rules += [f"{root} .u{i} {{ --u: {line}; }}" for i, line in enumerate(UNDERLINES)]
    return "\n".join(rules) + "\n"


def _variables(theme: Theme) -> str:
    colors = theme._asdict()
    colors |= {f"c{i}": color for i, color in enumerate(colors.pop("classes"))}
    scheme = "dark" if theme is DARK else "light"
    variables = " ".join(f"--{name}: {color};" for name, color in colors.items())
    return f"color-scheme: {scheme}; --tint: {TINT:.0%}; {variables}"
