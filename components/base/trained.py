"""The base of trained components: a model, its training and its files.

Models that ship are unpacked when they are first used, since few of a pipeline's may be; that their
files are those of the release is checked when the pipeline is loaded. Those of users' folders are
read at once, so that a damaged one is told where it is loaded.
"""

import json
import os
from collections.abc import Iterable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from pkgutil import resolve_name
from threading import RLock
from typing import Any, ClassVar, Generic, Protocol, TypeVar, cast
from weakref import WeakSet

from spacy.language import Language

from ...errors import ModelFileError, NotFittedError, SettingError, warn
from .pipes import SettingsPipe, pipelines_with
from .settings import as_config, checked, values_of
from .shipped import former_release, is_shipped_folder, shipped_model
from .training import warn_of_unknown_scores

MODEL_FILE = "model"
_UNFITTED = b"CITALIGN unfitted\n"
_SETTINGS = b"CITALIGN settings\n"
_OF_THE_MODEL = {"_model", "_runner", "_digest", "_packed"}
_UNPACKING = RLock()  # threads may use a pipeline together


class _Serializable(Protocol):
    def to_bytes(self) -> bytes: ...


Model = TypeVar("Model", bound=_Serializable)
Runner = TypeVar("Runner")


class ModelPipe(Generic[Model, Runner], SettingsPipe):
    """A component with a trained model: saved, loaded and trained alike everywhere.

    A subclass has ``model_type``, module and class of its model below ``spacy_citalign``, which are
    imported when one is read; ``initialize``, which trains a model where ``needs_training``
    says so; and, where what annotates is made of the model once, ``runner_type``, which takes the
    model, or ``make_runner``.
    """

    model_type: ClassVar[str]
    runner_type: ClassVar[str | None] = None
    _model: Model | None = None
    _runner: Runner | None = None
    _digest: str | None = None  # of the bytes that the model was read from
    _packed: bytes | None = None  # a model that ships, until it is used

    def __init__(self, nlp: Language, name: str | None = None, **settings: Any):
        super().__init__(nlp, name, **settings)
        self._given = self._settings
        if self.settings.weights is not None:
            self._unpack_later(self.shipped_bytes())

    @classmethod
    def read_model(cls, data: bytes) -> Model:
        """Return the model that ``to_bytes`` wrote.

        Raises:
            ModelFileError: the bytes are no model of this kind and release.
        """
        return cast("Model", resolve_name(f"spacy_citalign.{cls.model_type}").from_bytes(data))

    def make_runner(self, model: Model) -> Runner:
        """Return what annotates with a model, by the settings."""
        kind = self.runner_type and resolve_name(f"spacy_citalign.{self.runner_type}")
        return cast("Runner", kind(model) if kind else model)

    def use(self, model: Model) -> None:
        """Annotate with ``model`` from now on."""
        self._use(model, {}, None)

    def override_settings(self, **changes: Any) -> None:
        """Annotate with other settings from now on.

        They are in the config of each pipeline that has the component, and saved with it.

        Args:
            changes: the settings that change.

        Raises:
            SettingError: a setting is unknown or out of range, or is ``weights``, which is read
                when the component is made.
        """
        self._use(self.fitted_model() if self.fitted else None, changes, self._digest)

    def _use(self, model: Model | None, changes: dict[str, Any], digest: str | None) -> None:
        """Annotate with a model and settings; both stay as they are where these do not fit."""
        if "weights" in changes:
            raise SettingError(
                f"the weights of {self.name!r} are read when it is made; add the component anew, "
                "or load a pipeline with other ones"
            )
        values = checked(self._settings_type, changes, self.factory)
        before, self._settings = self._settings, replace(self._settings, **values)
        try:
            runner = None if model is None else self.make_runner(model)
        except Exception:
            self._settings = before
            raise
        self._model, self._runner, self._digest, self._packed = model, runner, digest, None
        for nlp, name in pipelines_with(self) if values else ():
            nlp.get_pipe_config(name).update({x: as_config(y) for x, y in values.items()})

    @property
    def fitted(self) -> bool:
        """Whether there is a model."""
        return self._packed is not None or self._model is not None

    def fitted_model(self) -> Model:
        """Return the model.

        Raises:
            NotFittedError: there is none yet.
        """
        self.require_fitted()
        if self._packed is not None:
            with _UNPACKING:
                if self._packed is not None:  # no other thread has unpacked it meanwhile
                    self.from_bytes(self._packed)
        return cast("Model", self._model)

    def fitted_runner(self) -> Runner:
        """Return what annotates.

        Raises:
            NotFittedError: there is no model yet.
        """
        self.fitted_model()
        return cast("Runner", self._runner)

    def require_fitted(self) -> None:
        """Raise NotFittedError where there is no model, saying how to get one."""
        if not self.fitted:
            raise NotFittedError(
                f"component {self.name!r} has no model yet: add it with "
                f'config={{"weights": "shipped"}}, or train it with nlp.initialize(get_examples) '
                "or python -m spacy train, or load a trained pipeline"
            )

    def needs_training(self, nlp: Language | None) -> bool:
        """Return whether ``initialize`` trains the model.

        It keeps weights that ship; and a trained model that is frozen or was sourced from another
        pipeline, which ``spacy train`` does not initialize, and ``spacy debug data`` does. Keys of
        ``[training.score_weights]`` that no component scores are warned of.

        Raises:
            SettingError: spaCy would show ``initialize`` a part of the corpus only.
        """
        training = {} if nlp is None else nlp.config.get("training", {})
        sourced = nlp is not None and self._is_of_another(nlp)
        if self.fitted and (sourced or self.name in (training.get("frozen_components") or ())):
            return False
        warn_of_unknown_scores(nlp)
        trains = self.settings.weights is None
        if trains and training.get("max_epochs") == -1:
            raise SettingError(
                "training.max_epochs is -1, which shows a component 100 examples only; "
                "set max_epochs = 0 and max_steps = 1"
            )
        return trains

    def to_bytes(self, *, exclude: Iterable[str] = ()) -> bytes:
        """Return the model as bytes, and before it the settings that were overridden, if any."""
        before, now = values_of(self._given), values_of(self.settings)
        changed = {name: value for name, value in now.items() if value != before[name]}
        if not changed:
            return self.model_bytes()
        return b"%b%b\n%b" % (_SETTINGS, json.dumps(changed).encode(), self.model_bytes())

    def model_bytes(self) -> bytes:
        """Return the model as bytes; of an unfitted component, bytes that say so."""
        packed = self._packed  # another thread may unpack it meanwhile
        if packed is not None:
            return packed
        return _UNFITTED if self._model is None else self._model.to_bytes()

    def from_bytes(self, data: bytes, *, exclude: Iterable[str] = ()) -> "ModelPipe[Model, Runner]":
        """Read what ``to_bytes`` wrote, keeping the settings but for those that it has.

        Raises:
            ModelFileError: not such bytes, damaged, or of another format version.
        """
        changes: dict[str, Any] = {}
        if data.startswith(_SETTINGS):
            head, _, data = data.removeprefix(_SETTINGS).partition(b"\n")
            changes = _settings_in(head)
        data, model = (data, None) if data == _UNFITTED else self._read_or_newer(data)
        try:
            self._use(model, changes, None if model is None else sha256(data).hexdigest())
        except SettingError as error:
            if not changes:
                raise
            raise ModelFileError(f"the settings of {self.name!r} do not fit: {error}") from error
        return self

    def _read_or_newer(self, data: bytes) -> tuple[bytes, Model]:
        """Return a model and its bytes: of one that shipped in a former format, the one of now."""
        try:
            return data, self.read_model(data)
        except ModelFileError:
            release = former_release(data)
            if release is None:
                raise
        warn(
            f"{self.name}: the model is the one that shipped with {release}, whose format is not "
            "read any more; the one of this release takes its place"
        )
        data = self.shipped_bytes()
        return data, self.read_model(data)

    def model_digest(self) -> str:
        """Return the SHA-256 of what ``model_bytes`` gives, or of the bytes that were read.

        A model that was read is not packed for it, which takes as long as loading.
        """
        return self._digest or sha256(self.model_bytes()).hexdigest()

    def to_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> None:
        """Write the model into the folder ``path``; one that is there is replaced by a whole one.

        Settings are in the config of the pipeline.

        Raises:
            OSError: it cannot be written; then nothing is left of the file.
        """
        write_file(Path(path) / MODEL_FILE, self.model_bytes())

    def from_disk(
        self, path: str | Path, *, exclude: Iterable[str] = ()
    ) -> "ModelPipe[Model, Runner]":
        """Read what ``to_disk`` wrote.

        Raises:
            ModelFileError: a file is missing, damaged, or of another format version.
        """
        if is_shipped_folder(Path(path).parent):
            self._unpack_later(self.shipped_bytes())
            return self
        data = self.read_folder(Path(path))
        try:
            return self.from_bytes(data)
        except ModelFileError as error:
            raise ModelFileError(f"{Path(path) / MODEL_FILE}: {error}") from error

    def read_folder(self, folder: Path) -> bytes:
        """Return what ``to_bytes`` gave, of the files that ``to_disk`` wrote."""
        return self.read_file(folder / MODEL_FILE)

    def read_file(self, file: Path) -> bytes:
        """Return the content of a file of the model.

        Raises:
            ModelFileError: it cannot be read.
        """
        try:
            return file.read_bytes()
        except OSError as error:
            raise ModelFileError(
                f"the model of {self.name!r} cannot be read from {file}: {error}; "
                "save the pipeline again with nlp.to_disk"
            ) from error

    def shipped_bytes(self) -> bytes:
        """Return the model that ships with the package, as ``to_bytes`` gave it.

        Raises:
            CitalignError: none ships with it.
            ModelFileError: a file is damaged or that of another release.
        """
        return shipped_model(self.factory)

    def _unpack_later(self, packed: bytes) -> None:
        """Keep a model that ships as it is packed, until it is used.

        Settings that do not fit a model are told at once, so those of users have theirs unpacked.
        """
        self._model = self._runner = self._digest = None
        self._packed = packed
        if self.settings == self._settings_type(weights=self.settings.weights):
            _with_packed_models.add(self)
        else:
            self.fitted_model()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the model as ``to_bytes`` packs it, a quarter of what it takes in memory."""
        kept = {name: value for name, value in vars(self).items() if name not in _OF_THE_MODEL}
        return _unpickled, (type(self), self.name, kept, self.model_bytes())


_with_packed_models: "WeakSet[ModelPipe[Any, Any]]" = WeakSet()


def _before_fork() -> None:
    """Unpack what processes that are forked then share, such as those of ``nlp.pipe``."""
    _UNPACKING.acquire()
    for pipe in list(_with_packed_models):
        if pipe.fitted:
            pipe.fitted_model()
    _with_packed_models.clear()


if hasattr(os, "register_at_fork"):  # not on Windows
    os.register_at_fork(
        before=_before_fork,
        after_in_parent=_UNPACKING.release,
        after_in_child=_UNPACKING.release,
    )


def _unpickled(
    kind: type[ModelPipe[Any, Any]], name: str, kept: dict[str, Any], data: bytes
) -> Any:
    """Return the component that was pickled."""
    pipe = kind.__new__(kind)
    pipe.name = name
    vars(pipe).update({"_given": kept["_settings"]} | kept)  # pickles of 0.2 have no _given
    kind._install_extensions()
    return pipe.from_bytes(data)


def _settings_in(head: bytes) -> dict[str, Any]:
    try:
        settings = json.loads(head)
    except (ValueError, RecursionError) as error:
        raise ModelFileError(f"the settings before a model cannot be read: {error}") from error
    if not isinstance(settings, dict):
        raise ModelFileError(f"what is before a model is no settings: {head[:40]!r}")
    return settings


def write_file(file: Path, content: bytes) -> None:
    """Write a file of a model, with the folders that it is in, whole or not at all."""
    from ...atomic import atomic_write, remove_stale_files

    file.parent.mkdir(parents=True, exist_ok=True)
    remove_stale_files(file)
    atomic_write(file, content)
