"""The commands as part of spaCy's command line: `python -m spacy citalign ...`.

spaCy imports the entry points of the group `spacy_cli` before it reads its arguments, but calls
none of them, so importing this module is what adds the commands.
"""

from spacy.cli._util import app as spacy_app

from . import app


def register() -> None:
    """Add `citalign` to spaCy's command line, once."""
    if all(group.typer_instance is not app for group in spacy_app.registered_groups):
        spacy_app.add_typer(app, name="citalign")


register()
