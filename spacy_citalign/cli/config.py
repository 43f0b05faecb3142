"""`citalign config`: prints the training configs that come with the package."""

from importlib import resources
from typing import Annotated

import typer

from spacy_citalign.cli.console import clear_errors
from spacy_citalign.errors import InputError, SettingError

PACKAGE = "spacy_citalign.configs"
_SUFFIX = ".cfg"


@clear_errors
def config(
    name: Annotated[
        str | None, typer.Argument(help="Name of a config, with or without .cfg.")
    ] = None,
) -> None:
    """Print a bundled spaCy config, or list them."""
    found = bundled_configs()
    if name is None:
        for known in found:
            typer.echo(known)
        return
    wanted = name.removesuffix(_SUFFIX)
    if wanted not in found:
        raise SettingError(f"there is no config {name!r}. Known: {', '.join(found) or 'none'}")
    typer.echo(found[wanted], nl=False)


def bundled_configs() -> dict[str, str]:
    """The texts of the bundled configs by name, in alphabetical order.

    Raises InputError where the installation lacks them.
    """
    try:
        files = list(resources.files(PACKAGE).iterdir())
    except (ModuleNotFoundError, FileNotFoundError) as error:
        raise InputError(f"this installation has no configs ({error}); install it again") from error
    return {
        file.name.removesuffix(_SUFFIX): file.read_text(encoding="utf-8")
        for file in sorted(files, key=lambda file: file.name)
        if file.name.endswith(_SUFFIX)
    }
