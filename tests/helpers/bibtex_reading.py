"""Reads BibTeX as BibTeX does, and complains of what it would complain of."""

import re

_ENTRY = re.compile(r"@([a-z]+)\{([^\s,{}\"#%'()=~\\]+),\s*")
_FIELD = re.compile(r"([a-z]+)\s*=\s*\{")
_COMMAND = re.compile(r"\\([A-Za-z]+\{\}|[&%$#_])")
_MEANS = {
    "textbackslash{}": "\\",
    "textbraceleft{}": "{",
    "textbraceright{}": "}",
    "textasciitilde{}": "~",
    "textasciicircum{}": "^",
}


def read_bibtex(text: str) -> dict[str, tuple[str, dict[str, str]]]:
    """Return type and fields of each entry by its key, fields as they stand between the braces."""
    entries: dict[str, tuple[str, dict[str, str]]] = {}
    place = 0
    while text[place:].strip():
        place += len(text[place:]) - len(text[place:].lstrip())
        head = _ENTRY.match(text, place)
        assert head, text[place : place + 80]
        assert head[2] not in entries, f"the key {head[2]} is there twice"
        fields: dict[str, str] = {}
        place = head.end()
        while text[place] != "}":
            field = _FIELD.match(text, place)
            assert field, text[place : place + 80]
            assert field[1] not in fields, field[1]
            start = place = field.end()
            depth = 1
            while depth:
                depth += {"{": 1, "}": -1}.get(text[place], 0)
                place += 1
            fields[field[1]] = text[start : place - 1]
            while text[place] in ", \n":
                place += 1
        place += 1
        entries[head[2]] = (head[1], fields)
    return entries


def printed(value: str) -> str:
    """Return what TeX prints of a field: commands as their signs, braces as nothing.

    A sign that is a command, and stands there bare, is complained of.
    """
    marks: list[str] = []

    def take(command: re.Match[str]) -> str:
        marks.append(_MEANS.get(command[1], command[1]))
        return "\x00"

    bare = _COMMAND.sub(take, value).replace("{''}", '"')
    assert not re.search(r"[\\&%$#_~^]", bare), value
    bare = bare.replace("{", "").replace("}", "")
    return re.sub("\x00", lambda _: marks.pop(0), bare)


def people(value: str) -> list[str]:
    """Return the names of a field of names, which "and" parts where it stands in no braces."""
    names, depth, start = [], 0, 0
    for place, sign in enumerate(value):
        depth += {"{": 1, "}": -1}.get(sign, 0)
        if not depth and value.startswith(" and ", place):
            names.append(value[start:place])
            start = place + 5
    return [*names, value[start:]]
