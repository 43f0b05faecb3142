"""The files of a gene model and of its further guidelines."""

from collections.abc import Callable
from pathlib import Path

from ..errors import ModelFileError
from ..genes import guidelines
from ..genes.guidelines import FOLDER, INDEX
from ..genes.model import GeneModel
from .base.trained import write_file

FACTORY = "gene_mention_tagger"


def write_files(folder: Path, model: bytes) -> None:
    """Write a model into a folder, and take out the guidelines of one that was there.

    Raises:
        OSError: a file cannot be written; then nothing is left of it.
    """
    files = {folder / name: content for name, content in guidelines.files_of(model).items()}
    for file in {folder / INDEX, *(folder / FOLDER).glob("[!.]*")} - files.keys():
        if file.is_file():
            file.unlink()
    if (folder / FOLDER).is_dir() and not any((folder / FOLDER).iterdir()):
        (folder / FOLDER).rmdir()
    for file, content in files.items():
        write_file(file, content)


def read_files(folder: Path, read: Callable[[str], bytes]) -> bytes:
    """Return a model out of the files of a folder, of which ``read`` gives the content by name.

    Raises:
        ModelFileError: a file of a guideline is missing, shortened, or of another model.
    """
    # What is left of further guidelines counts, too.
    return guidelines.read_files(read, (folder / INDEX).exists() or (folder / FOLDER).exists())


def read_tagger(pipeline: Path) -> GeneModel:
    """Return the model of the tagger of a pipeline in a folder.

    Raises:
        ModelFileError: it has none, or an unfitted or damaged one.
    """
    folder = pipeline / FACTORY
    try:
        return GeneModel.from_bytes(read_files(folder, lambda name: (folder / name).read_bytes()))
    except OSError as error:
        raise ModelFileError(
            f"no {FACTORY} is in {pipeline} ({error.strerror}); give the folder of a trained "
            "pipeline, such as training/model-last"
        ) from error
    except ModelFileError as error:
        raise ModelFileError(f"{folder}: {error}") from error
