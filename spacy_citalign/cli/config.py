"""`citalign config`: the training configs that come with the package, printed."""

from importlib import resources
from typing import Annotated

import typer

from ..errors import InputError, SettingError

PACKAGE = "spacy_citalign.configs"
_SUFFIX = ".cfg"


def config(
    name: Annotated[
        str | None, typer.Argument(help="Name of a config, with or without .cfg.")
    ] = None,
) -> None:
    """Print a bundled spaCy config, or list them."""
    configs = bundled_configs()
    if name is None:
        for known in configs:
            typer.echo(known)
        return
    text = configs.get(name.removesuffix(_SUFFIX))
    if text is None:
        raise SettingError(f"there is no config {name!r}. Known: {', '.join(configs) or 'none'}")
    typer.echo(text, nl=False)


def bundled_configs() -> dict[str, str]:
    """Return the texts of the bundled configs by name, in alphabetical order.

    Raises:
        InputError: the installation lacks them.
    """
    try:
        files = sorted(resources.files(PACKAGE).iterdir(), key=lambda file: file.name)
    except (ModuleNotFoundError, FileNotFoundError) as error:
        raise InputError(f"this installation has no configs ({error}); install it again") from error
    return {
        file.name.removesuffix(_SUFFIX): file.read_text(encoding="utf-8")
        for file in files
        if file.name.endswith(_SUFFIX)
    }
