"""Attributes of tagged tokens."""

from spacy.tokens import Token

from ..extensions import install_getters


def get_stem(token: Token) -> str:
    """Return the token's Porter stem, lower-cased; each distinct word is stemmed once."""
    from ...words.stem import porter_stem

    return porter_stem(token.text)


def install_extensions() -> None:
    """Install ``token._.stem``."""
    install_getters(Token, stem=get_stem)
