"""The base of all components: batches that lose one Doc at most, settings that are a dataclass.

``register`` makes a class the factory of a name, and its settings the factory's parameters.
"""

import gc
import inspect
import logging
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from itertools import pairwise
from pkgutil import resolve_name
from typing import Any, ClassVar, TypeVar
from weakref import WeakKeyDictionary, ref

from spacy.language import Language
from spacy.pipeline import Pipe
from spacy.tokens import Doc
from spacy.util import minibatch
from spacy.vocab import Vocab

from ...errors import SettingError, warn
from .settings import RemovedSetting, checked, default_config, parameters, read_only

logger = logging.getLogger(__name__)
SettingsPipeType = TypeVar("SettingsPipeType", bound="type[SettingsPipe]")


_MADE_FOR: "WeakKeyDictionary[SettingsPipe, ref[Language]]" = WeakKeyDictionary()


class SettingsPipe(Pipe):
    """A component whose settings are a dataclass, and which is its own factory.

    A subclass is given both by ``register``, and each setting can be read, but not changed, on the
    component. It has ``predict(docs)``, which leaves the Docs alone, and ``set_annotations(docs,
    predictions)``, which is the only writer. It annotates batches, and loses one Doc at most where
    something fails.

    Args:
        nlp: the pipeline that the component is made for.
        name: its name there.
        scorer: how it is scored, None: not at all.
        settings: those of the dataclass.

    Raises:
        SettingError: a setting is unknown or out of range.
    """

    name: str
    scorer: Callable | None
    reads_words: ClassVar[bool] = True  # else the text alone, whatever its tokens are
    REMOVED: ClassVar[tuple[RemovedSetting, ...]] = ()
    writes: ClassVar[str | None] = None  # the span group, where no setting names it
    factory: ClassVar[str]
    _settings_type: ClassVar[type]
    _extensions: ClassVar[str | None]

    def __init__(
        self,
        nlp: Language,
        name: str | None = None,
        *,
        scorer: Callable | None = None,
        **settings: Any,
    ):
        for old in self.REMOVED:
            old.check(name or self.factory, settings.pop(old.name, None))
        kind = self._settings_type
        self._settings: Any = kind(**checked(kind, settings, self.factory))
        self.name = name or self.factory
        self.scorer = scorer
        _MADE_FOR[self] = ref(nlp)
        self._install_extensions()

    @classmethod
    def _install_extensions(cls) -> None:
        """Install the attributes of Docs, spans and tokens that the component sets."""
        if cls._extensions is not None:
            resolve_name(f"spacy_citalign.components.{cls._extensions}")()

    @property
    def settings(self) -> Any:
        """All settings, frozen."""
        return self._settings

    @property
    def _made_for(self) -> Language | None:
        """The pipeline that the component was made for; nobody knows that of copies."""
        return _MADE_FOR.get(self, lambda: None)()

    def _is_of_another(self, nlp: Language) -> bool:
        """Whether the component was made for another pipeline, which may be gone."""
        made_for = _MADE_FOR.get(self)
        return made_for is not None and made_for() is not nlp

    @property
    def results_key(self) -> str | None:
        """The span group of the results, or None where they are in no group."""
        return self.writes or getattr(self.settings, "spans_key", None)

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
        self.require_ready()
        if self.reads_words:
            warn_of_characters([doc])
        list(self._one_by_one([doc]))
        return doc

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = 128) -> Iterator[Doc]:
        """Annotate a stream in batches; a batch that fails is done again Doc by Doc.

        A Doc that fails goes to the pipeline's error handler, alone, and is left out of the stream
        if that returns, as spaCy's own components have it.
        """
        self.require_ready()
        for docs in minibatch(stream, size=batch_size):
            if self.reads_words:
                warn_of_characters(docs)
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

    def require_ready(self) -> None:
        """Raise an error where the component cannot annotate, or would overwrite another's results.

        Those of components that are disabled do not count.

        Raises:
            SettingError: another component of the pipeline writes the same span group.
        """
        self.require_fitted()
        nlp = self._made_for
        if nlp is None or self.results_key is None:
            return
        alike = {
            name: pipe
            for name, pipe in nlp.pipeline
            if isinstance(pipe, SettingsPipe)
            and (pipe.factory, pipe.results_key) == (self.factory, self.results_key)
        }
        if len(alike) > 1 and any(pipe is self for pipe in alike.values()):
            movable = self.results_key in vars(self.settings).values()
            raise SettingError(
                f"{' and '.join(map(repr, alike))} write their results to one place, "
                f"doc.spans[{self.results_key!r}], where the later overwrites the earlier; "
                + ("give one another spans_key" if movable else "disable or exclude one")
            )

    def score(self, examples: Iterable[Any], **kwargs: Any) -> dict[str, Any]:
        """Score with the scorer, which gets the ``spans_key`` if it is not the default."""
        spans_key = getattr(self.settings, "spans_key", None)
        if spans_key != getattr(self._settings_type, "spans_key", None):
            kwargs["spans_key"] = spans_key
        return {} if self.scorer is None else self.scorer(examples, **kwargs)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(name={self.name!r}, settings={self.settings!r})"


def pipelines_with(component: SettingsPipe) -> list[tuple[Language, str]]:
    """Return the pipelines that have a component, each with its name there.

    ``source=`` puts the same component into another pipeline, which tells it nothing.
    """
    pipelines = [one for one in gc.get_objects() if issubclass(type(one), Language)]
    return [(nlp, name) for nlp in pipelines for name, pipe in nlp.components if pipe is component]


def register(
    factory: str,
    *,
    settings: type,
    scorer: str,
    extensions: str | None = None,
    assigns: Iterable[str] = (),
    requires: Iterable[str] = (),
    score_weights: Mapping[str, float] | None = None,
) -> Callable[[SettingsPipeType], SettingsPipeType]:
    """Return a decorator that makes a subclass of ``SettingsPipe`` a factory.

    spaCy reads the names, types and defaults of a factory from the signature of its ``__init__``,
    which gets that of the settings; a subclass with an ``__init__`` of its own has its own.

    Args:
        factory: the name of the factory.
        settings: the dataclass of the settings: they are its parameters and its ``default_config``.
        scorer: the registered name of the scorer.
        extensions: module and function, below ``spacy_citalign.components``, that installs the
            attributes of Docs, spans and tokens that the component sets; imported when one is made.
        assigns: what it sets, as ``nlp.analyze_pipes`` knows it.
        requires: what it reads.
        score_weights: keys of scores, with their weights.
    """

    def decorate(component: SettingsPipeType) -> SettingsPipeType:
        component.factory, component._settings_type = factory, settings
        component._extensions = extensions
        for setting in fields(settings):
            setattr(component, setting.name, read_only(setting.name))
        init = _with_signature(component, factory, settings)
        component.__init__ = init  # type: ignore[method-assign]
        Language.factory(
            factory,
            func=component,
            assigns=list(assigns),
            requires=list(requires),
            default_config=default_config(settings) | {"scorer": {"@scorers": scorer}},
            default_score_weights=dict(score_weights or {}),
        )
        return component

    return decorate


def _with_signature(
    component: "type[SettingsPipe]", factory: str, settings: type
) -> Callable[..., None]:
    """Return the ``__init__`` of a component, so that it says which settings it takes."""
    init: Callable[..., None] = component.__init__

    def with_settings(self: Any, nlp: Language, name: str = factory, **given: Any) -> None:
        init(self, nlp, name, **given)

    by_place, by_name = inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY
    with_settings.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [
            inspect.Parameter("self", by_place),
            inspect.Parameter("nlp", by_place, annotation=Language),
            inspect.Parameter("name", by_place, default=factory, annotation=str),
            *parameters(settings),
            *(inspect.Parameter(old.name, by_name, default=None) for old in component.REMOVED),
            inspect.Parameter("scorer", by_name, default=None, annotation=Callable | None),
        ]
    )
    return with_settings


_FEWEST = 6  # tokens
_FIRST = 3  # are looked at in every Doc
_TOUCHING = 3  # letters and digits without a space between them
_told: deque[Vocab] = deque(maxlen=4)  # vocabularies, each of a pipeline


def warn_of_characters(docs: list[Doc]) -> None:
    """Warn, once a pipeline, of Docs whose words are single characters."""
    for doc in docs:
        if len(doc) >= _FEWEST and all(len(doc[i]) == 1 for i in range(_FIRST)):
            vocab: Vocab = doc.vocab
            if not any(known is vocab for known in _told) and _has_characters(doc):
                _told.append(vocab)
                warn(
                    f"the words of {doc[:_FEWEST].text!r}... are single characters, as the "
                    f"tokenizer of {vocab.lang!r} may make them, and what is found there means "
                    "little: components of spacy-citalign read words of English; give the "
                    "pipeline a tokenizer of words",
                )


def _has_characters(doc: Doc) -> bool:
    words = [token for token in doc if not token.is_space]
    touching = sum(
        a.text.isalnum() and b.text.isalnum() and a.idx + 1 == b.idx for a, b in pairwise(words)
    )
    return touching >= _TOUCHING and all(len(word) == 1 for word in words)
