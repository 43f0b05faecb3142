"""What all pages share: the head with its content security policy, their style and their script.

A page loads nothing: its policy names the style and the scripts that stand in it by their hashes,
and refuses everything else.
"""

import re
from base64 import b64encode
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files

from .colors import color_rules
from .safe_html import isolated, plain

ROOT = "citalign"

_HEAD = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; \
style-src {style_hash}; {script_src}base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>{title}</title>
<style>{style}</style>
{early}</head>
<body class="{classes}">
{skip}<header class="masthead"><h1>{heading}</h1>{introduction}</header>
<main>
"""


def page_head(
    title: str,
    style: str,
    *,
    kind: str = "",
    introduction: str = "",
    early: str = "",
    script: str = "",
    skip: str = "",
) -> str:
    """The page down to the start of its main element.

    Args:
        title: plain text, in the title and in the heading.
        style: the page's style sheet.
        kind: a class of the body that tells this sort of page from others.
        introduction: HTML behind the heading.
        early: a script that runs in the head.
        script: the one that will stand at the end of the body.
        skip: HTML of a link that leads past the heading.
    """
    hashes = " ".join(_named(text) for text in (early, script) if text)
    return _HEAD.format(
        style_hash=_named(style),
        script_src=f"script-src {hashes}; " if hashes else "",
        title=plain(title),
        style=style,
        early=early and f"<script>{early}</script>\n",
        classes=f"{ROOT} page {kind}".rstrip(),
        skip=skip and f"{skip}\n",
        heading=isolated(title),
        introduction=introduction and f'<p class="introduction">{introduction}</p>',
    )


def style_of(names: Sequence[str], *, minify: bool = False) -> str:
    """The colours and these files of the package as one style sheet."""
    text = color_rules(f".{ROOT}") + "".join(map(_resource, names))
    return _small(re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)) if minify else text


def script_of(names: Sequence[str], *, minify: bool = False) -> str:
    """These files of the package as one script, which has no globals."""
    text = "".join(map(_resource, names))
    text = f'(function () {{\n"use strict";\n{text}}})();\n'
    return _small(re.sub(r"^\s*//.*$", "", text, flags=re.MULTILINE)) if minify else text


@cache
def _resource(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def _small(text: str) -> str:
    """``text`` without indentation and blank lines."""
    return "\n".join(line for line in map(str.strip, text.splitlines()) if line)


def _named(text: str) -> str:
    """How a content security policy names the text of an element."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
