"""The base of all components: batches that lose one Doc at most, settings that are a dataclass."""

import inspect
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from typing import Any, ClassVar

from spacy.language import Language
from spacy.pipeline import Pipe
from spacy.tokens import Doc
from spacy.util import minibatch

from ..errors import SettingError
from .settings import default_config, parameters, read_only, with_tuples

logger = logging.getLogger(__name__)
BY_PLACE = inspect.Parameter.POSITIONAL_OR_KEYWORD
BY_NAME = inspect.Parameter.KEYWORD_ONLY


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


class SettingsPipe(BatchPipe):
    """A component whose settings are a dataclass, and which is its own factory.

    A subclass names them where it is defined::

        class Tagger(SettingsPipe, factory="tagger", settings=TaggerSettings, assigns=["token.tag"])

    The dataclass gives the factory's parameters, its defaults and their checks; each setting can
    be read, but not changed, on the component.

    Args:
        nlp: the pipeline that the component is made for.
        name: its name there.
        scorer: how it is scored, None: not at all.
        settings: those of the dataclass.

    Raises:
        SettingError: a setting is unknown or out of range.
    """

    factory: ClassVar[str]
    _settings_type: ClassVar[type]
    _install_extensions: ClassVar[Callable[[], None]]

    def __init_subclass__(
        cls,
        *,
        factory: str | None = None,
        settings: type | None = None,
        scorer: str = "",
        extensions: Callable[[], None] = lambda: None,
        assigns: Iterable[str] = (),
        requires: Iterable[str] = (),
        score_weights: Mapping[str, float] | None = None,
        **kwargs: Any,
    ):
        super().__init_subclass__(**kwargs)
        if factory is None or settings is None:
            if "__init__" in vars(cls):  # a subclass with parameters of its own
                cls.__signature__ = None  # type: ignore[attr-defined]
            return
        cls.factory, cls._settings_type = factory, settings
        cls._install_extensions = extensions
        for setting in fields(settings):
            setattr(cls, setting.name, read_only(setting.name))
        signature_parameters = [
            inspect.Parameter("nlp", BY_PLACE, annotation=Language),
            inspect.Parameter("name", BY_PLACE, default=factory, annotation=str),
            *parameters(settings),
            inspect.Parameter("scorer", BY_NAME, default=None, annotation=Callable | None),
        ]
        cls.__signature__ = inspect.Signature(signature_parameters)  # type: ignore[attr-defined]
        Language.factory(
            factory,
            func=cls,
            assigns=list(assigns),
            requires=list(requires),
            default_config=default_config(settings) | {"scorer": {"@scorers": scorer}},
            default_score_weights=dict(score_weights or {}),
        )

    def __init__(
        self,
        nlp: Language,
        name: str | None = None,
        *,
        scorer: Callable | None = None,
        **settings: Any,
    ):
        wrong = sorted({*settings} - {setting.name for setting in fields(self._settings_type)})
        if wrong:
            known = ", ".join(setting.name for setting in fields(self._settings_type))
            raise SettingError(f"{self.factory} has no setting {', '.join(wrong)}; it has {known}")
        self._settings: Any = self._settings_type(**with_tuples(self._settings_type, settings))
        self.name = name or self.factory
        self.scorer = scorer
        type(self)._install_extensions()

    @property
    def settings(self) -> Any:
        """All settings, frozen."""
        return self._settings

    def score(self, examples: Iterable[Any], **kwargs: Any) -> dict[str, Any]:
        """Score with the scorer, which is told of another ``spans_key`` than the default."""
        own = getattr(self.settings, "spans_key", None)
        if own != getattr(self._settings_type, "spans_key", None):
            kwargs["spans_key"] = own
        return super().score(examples, **kwargs)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(name={self.name!r}, settings={self.settings!r})"
