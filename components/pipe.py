"""What all components share: batches that lose one Doc at most, and safe files."""

import logging
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from spacy.language import Language
from spacy.pipeline import Pipe
from spacy.tokens import Doc
from spacy.util import minibatch

from ..errors import ModelFileError, NotFittedError, SettingError

_MODEL_FILE = "model"
logger = logging.getLogger(__name__)
_UNFITTED = b"CITALIGN unfitted\n"


class BatchPipe(Pipe):
    """A component that annotates batches, and loses one Doc at most where something fails.

    A subclass has ``predict(docs)``, which leaves the Docs alone, and ``set_annotations(docs,
    predictions)``, which is the only writer.
    """

    name: str
    scorer: Callable | None

    def predict(self, docs: list[Doc]) -> list[Any]:
        """Return one prediction a Doc."""
        raise NotImplementedError

    def set_annotations(self, docs: list[Doc], predictions: list[Any]) -> None:
        """Write the predictions."""
        raise NotImplementedError

    def require_fitted(self) -> None:
        """Do nothing: what has no model is always ready."""

    def __call__(self, doc: Doc) -> Doc:
        """Annotate one Doc; errors go to the pipeline's error handler."""
        self.require_fitted()
        try:
            self.set_annotations([doc], self.predict([doc]))
        except Exception as error:
            self.get_error_handler()(self.name, self, [doc], error)
        return doc

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = 128) -> Iterator[Doc]:
        """Annotate a stream in batches; a batch that fails is done again Doc by Doc.

        A Doc that fails goes to the pipeline's error handler, alone, and is left out of the stream
        if that returns, as spaCy's own components have it.
        """
        self.require_fitted()
        for docs in minibatch(stream, size=batch_size):
            try:
                self.set_annotations(docs, self.predict(docs))
            except Exception as error:
                logger.info("%s: a batch of %d is done one by one: %s", self.name, len(docs), error)
                docs = list(self._one_by_one(docs))
            yield from docs

    def _one_by_one(self, docs: list[Doc]) -> Iterator[Doc]:
        handle = self.get_error_handler()
        for doc in docs:
            try:
                self.set_annotations([doc], self.predict([doc]))
            except Exception as error:
                handle(self.name, self, [doc], error)
            else:
                yield doc

    def score(self, examples: Iterable[Any], **kwargs: Any) -> dict[str, Any]:
        """Score the component's annotations with its scorer."""
        return {} if self.scorer is None else self.scorer(examples, **kwargs)


class CitalignPipe(BatchPipe):
    """A component whose model is one block of bytes.

    A subclass has ``model_bytes()``, ``set_model_bytes(data)``, ``clear_model()`` and ``fitted``.
    """

    def model_bytes(self) -> bytes | None:
        """Return the model, None where there is none yet."""
        raise NotImplementedError

    def set_model_bytes(self, data: bytes) -> None:
        """Take over a model."""
        raise NotImplementedError

    def clear_model(self) -> None:
        """Become unfitted."""
        raise NotImplementedError

    @property
    def fitted(self) -> bool:
        """Whether the component can be applied."""
        raise NotImplementedError

    def require_fitted(self) -> None:
        """Raise NotFittedError where there is no model, saying how to get one."""
        if not self.fitted:
            raise NotFittedError(
                f"component {self.name!r} has no model yet: add it with "
                f'config={{"weights": "shipped"}}, or train it with nlp.initialize(get_examples) '
                "or python -m spacy train, or load a trained pipeline"
            )

    def to_bytes(self, *, exclude: Iterable[str] = ()) -> bytes:
        """Return the model as bytes; of an unfitted component, bytes that say so."""
        return self.model_bytes() or _UNFITTED

    def from_bytes(self, data: bytes, *, exclude: Iterable[str] = ()) -> "CitalignPipe":
        """Read what ``to_bytes`` wrote.

        Raises:
            ModelFileError: not such bytes, damaged, or of another format version.
        """
        if data == _UNFITTED:
            self.clear_model()
        else:
            self.set_model_bytes(data)
        return self

    def to_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> None:
        """Write the model into the folder ``path``; one that is there is replaced by a whole one.

        Raises:
            OSError: it cannot be written; then nothing is left of it.
        """
        folder = Path(path)
        folder.mkdir(parents=True, exist_ok=True)
        part = folder / f".{_MODEL_FILE}.part"
        try:
            part.write_bytes(self.to_bytes())
            part.replace(folder / _MODEL_FILE)
        except BaseException:  # Ctrl-C, too
            part.unlink(missing_ok=True)
            raise

    def from_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> "CitalignPipe":
        """Read what ``to_disk`` wrote.

        Raises:
            ModelFileError: the file is missing, damaged, or of another format version.
        """
        file = Path(path) / _MODEL_FILE
        try:
            data = file.read_bytes()
        except OSError as error:
            raise ModelFileError(
                f"the model of {self.name!r} cannot be read from {file}: {error}; save the "
                "pipeline again with nlp.to_disk"
            ) from error
        try:
            return self.from_bytes(data)
        except ModelFileError as error:
            raise ModelFileError(f"{file}: {error}") from error


def require_whole_corpus(nlp: Language | None) -> None:
    """Raise SettingError where spaCy would show ``initialize`` a part of the corpus only."""
    if nlp is not None and nlp.config.get("training", {}).get("max_epochs") == -1:
        raise SettingError(
            "training.max_epochs is -1, which shows a component 100 examples only; "
            "set max_epochs = 0 and max_steps = 1"
        )


def run_earlier(nlp: Language | None, name: str, docs: Iterable[Doc]) -> Iterator[Doc]:
    """Yield copies of Docs as the components before ``name`` annotate them.

    Examples lack that while a pipeline is initialized.
    """
    copies: Iterable[Doc] = (doc.copy() for doc in docs)
    if nlp is not None and name in nlp.pipe_names:
        for _, component in nlp.pipeline[: nlp.pipe_names.index(name)]:
            copies = (
                component.pipe(copies) if hasattr(component, "pipe") else map(component, copies)
            )
    yield from copies
