"""Texts and lines that are odd or broken, for the tests of faults."""

import json

# Each is a text like any other, and comes back as it was.
TEXTS = {
    "plain": "Frogs bind p53.",
    "NUL": "Frogs\x00 bind \x00.",
    "controls": "\x01\x02\x1b[31m Frogs \x07\x08\x7f\x9b bind.",
    "carriage returns": "Frogs\rbind\r\np53.\r",
    "line ends of Unicode": "Frogs\x85bind\u2028p53\u2029twice\x0b\x0c.",
    "blank": " \t ",
    "no-break": "\xa0\u2009\u3000",
    "zero width": "\u200b\u200d\ufeff Frogs\u200b bind.",
    "byte order mark": "\ufeffFrogs bind.",
    "right to left": "\u202e gorF \u202c \u05e6\u05e4\u05e8\u05d3\u05e2 binds p53.",
    "combining": "Fro\u0308gs e\u0301 \u0301\u0301\u0301 bind.",
    "many combining": "a" + "\u0301" * 5_000,
    "family": "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466 binds \U0001f9ec.",
    "flags": "\U0001f1e9\U0001f1ea\U0001f1e9 \U0001f3fb binds.",
    "outside the plane": "\U00010348\U0001f600\U000e0041 \U0010ffff binds.",
    "no characters": "\ufffe \uffff \U0001fffe \ue000 \ufffd binds.",
    "unnormal": "\ufb01sh \u212b \u2460 \uff26\uff32\uff2f\uff27 \u1e9e bind.",
    "one long word": "a" * 30_000,
    "brackets": "((((([[[[[{{{{{" * 50 + "p53" + ")" * 500,
    "markup": "<b>p53</b> &amp; <script>x</script> {{7*7}} %s %n $(id) `id`",
    "quotes": '"p53" \'binds\' \\u0000 \\ud800 \\" \\n',
    "numbers": "1e999 -0 NaN 0x1F \u0661\u0662\u0663 \u00bd \u216b bind.",
}
# Each costs its own line, whatever the object that the line should be; what is said of it.
BROKEN = {
    "cut": (lambda row: row[: len(row) // 2], "JSON"),
    "last brace missing": (lambda row: row[:-1], "JSON"),
    "two objects": (lambda row: row + row, "JSON"),
    "comma behind": (lambda row: row[:-1] + b",}", "JSON"),
    "Python": (lambda row: row.replace(b'"', b"'"), "JSON"),
    "NaN": (lambda row: with_value(row, b"NaN"), "NaN"),
    "Infinity": (lambda row: with_value(row, b"-Infinity"), "Infinity"),
    "huge": (lambda row: with_value(row, b"1e999"), "too large|cannot be written"),
    "endless": (lambda row: with_value(row, b"9" * 5_000), "digits"),
    "deep": (lambda row: with_value(row, b"[" * 100_000 + b"]" * 100_000), "JSON|deep"),
    "array": (lambda row: b"[" + row + b"]", "array"),
    "string": (lambda row: b'"frogs"', "string"),
    "number": (lambda row: b"-7", "number"),
    "null": (lambda row: b"null", "null"),
    "nothing in it": (lambda row: b"{}", "keys"),
    "Latin-1": (lambda row: with_value(row, b'"caf\xe9"'), "UTF-8.*convert|convert.*UTF-8"),
    "half a character": (lambda row: with_value(row, b'"\xed\xa0\x80"'), "not UTF-8"),
    "binary": (lambda row: bytes(byte for byte in range(256) if byte != 10), "UTF-8|JSON"),
    "NULs": (lambda row: bytes(50), "JSON"),
    "control character": (lambda row: with_value(row, b'"\x01"'), "JSON"),
    "gzip": (lambda row: b"\x1f\x8b\x08\x00" + row, "UTF-8"),
    "mark in the middle": (lambda row: b"\xef\xbb\xbf" + row, "JSON"),
}
ENCODINGS = ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "latin-1"]


def with_value(row: bytes, value: bytes) -> bytes:
    """A JSON object with one more value."""
    return row[:-1] + b', "extra": ' + value + b"}"


def line(row: object) -> bytes:
    """A row as a line of JSON, its characters as they are."""
    return json.dumps(row, ensure_ascii=False).encode("utf-8", "surrogatepass")
