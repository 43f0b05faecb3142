"""The component under test as a rule sees it: its pipeline, Docs to annotate, and its copies."""

import inspect
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc

from .findings import NotApplicableError, errors_as
from .plain import plain_doc
from .seeds import PARSE, USUAL, canonical, seed

# Errors of a programmer, which say nothing to a user.
UNCLEAR = (
    AttributeError,
    ArithmeticError,
    AssertionError,
    LookupError,
    MemoryError,
    NameError,
    NotImplementedError,
    RecursionError,
    TypeError,
)
_MAX_KEPT = 10_000  # characters of a Doc that is kept to make copies of


class ComponentUnderTest:
    """A component of a pipeline, which the rules use alone.

    Args:
        nlp: the pipeline; all its other components are switched off while `alone` is open.
        name: the component's name in it.
        texts: ordinary texts, which it should annotate.
        from_factory: whether the component was made from its factory, with its defaults: it may be
            unfitted, and stands alone.
        fast: leave out what takes long.
        on_activity: is told what is being done, in case the component never comes back, and
            whether it is the component that is doing it.

    Attributes:
        meta: what the factory declares.
        component: the component itself.
        settings: its own, as in the config.
        lang: the pipeline's language.
    """

    def __init__(
        self,
        nlp: Language,
        name: str,
        texts: list[str],
        *,
        from_factory: bool = False,
        fast: bool = False,
        on_activity: Callable[[str, bool], None] = lambda activity, by_component: None,
    ) -> None:
        self.nlp, self.name, self.texts = nlp, name, texts
        self.from_factory, self.fast, self._on_activity = from_factory, fast, on_activity
        self.meta = nlp.get_pipe_meta(name)
        self.component: Any = nlp.get_pipe(name)
        self.settings: dict[str, Any] = {
            key: value
            for key, value in nlp.get_pipe_config(name).items()
            if key not in {"factory", "@factories"}
        }
        self.lang = str(nlp.lang)
        names = nlp.pipe_names
        earlier = nlp.pipeline[: names.index(name)] if name in names else []
        self._earlier = [component for _, component in earlier]
        self._prepared_docs: dict[str, Doc] = {}

    @property
    def module(self) -> str:
        """Return the module of the component's class; of the function where it is one."""
        return _module_of(self.component)

    @property
    def modules(self) -> list[str]:
        """Return the modules of all components of the pipeline."""
        return list(dict.fromkeys(_module_of(component) for _, component in self.nlp.components))

    @property
    def others(self) -> list[str]:
        """Return the names of the pipeline's other components."""
        return [name for name in self.nlp.component_names if name != self.name]

    def announce(self, activity: str) -> None:
        """Say what the component is about to do, in case that it never comes back."""
        self._on_activity(activity, True)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Let the pipeline have this component only."""
        with self.nlp.select_pipes(enable=[self.name]):
            yield

    @cached_property
    def needed(self) -> set[str]:
        """Return what a Doc must have before the component sees it, in the form of ``requires``."""
        needed = canonical(self.meta.requires)
        if self.from_factory:
            needed |= set(USUAL) - canonical(self.meta.assigns)
            parsed = needed | {PARSE}
            if self._fails(needed) and not self._fails(parsed):
                return parsed
        return needed

    def _fails(self, needed: set[str]) -> bool:
        doc = self.nlp.make_doc(self.texts[0])
        seed(doc, needed, self.settings)
        try:
            self.component(doc)
        except Exception:  # the component may raise anything
            return True
        return False

    def prepared(self, texts: Iterable[str]) -> list[Doc]:
        """Return new Docs, annotated by the components before, with what is required on them.

        Raises:
            NotApplicableError: a component before fails.
        """
        return [self._prepared_doc(text) for text in texts]

    def _prepared_doc(self, text: str) -> Doc:
        if text in self._prepared_docs:
            return self._prepared_docs[text].copy()
        before = f"what comes before it fails on the text {text[:40]!r}:"
        with errors_as(NotApplicableError, before):
            doc = self._annotated_before(text)
        seed(doc, self.needed, self.settings)
        if len(text) < _MAX_KEPT:
            with suppress(Exception):  # an object that others left on it may refuse
                self._prepared_docs[text] = doc.copy()
        return doc

    def _annotated_before(self, text: str) -> Doc:
        doc = self.nlp.make_doc(text)
        if self._earlier:
            self._on_activity("in a component before it", False)
            for component in self._earlier:
                doc = component(doc)
            self._on_activity("", True)
        return doc

    def docs(self) -> list[Doc]:
        """Return new Docs of the ordinary texts."""
        return self.prepared(self.texts)

    def annotated(self) -> list[Doc]:
        """Return new Docs of the ordinary texts, annotated.

        Raises:
            NotApplicableError: the component cannot annotate them.
        """
        self.expected  # noqa: B018 - says that it is not applicable where it is not
        return [self.nlp(doc) for doc in self.docs()]

    def require_bytes(self) -> None:
        """See that the Docs can be written before the component has annotated them.

        Raises:
            NotApplicableError: others left on them what msgpack cannot write.
        """
        with errors_as(NotApplicableError, "Docs do not survive to_bytes before it:"):
            for doc in self.docs():
                doc.to_bytes()

    @cached_property
    def expected(self) -> list[dict[str, Any]]:
        """Return the annotations of the ordinary texts, each annotated alone, as plain data.

        Raises:
            NotApplicableError: the component cannot annotate them.
        """
        docs = self.docs()
        with errors_as(NotApplicableError, "it does not annotate ordinary sentences:"):
            return [plain_doc(self.nlp(doc)) for doc in docs]

    def keep_initial_bytes(self) -> None:
        """Take the component's bytes, as they are before it has seen a text, if it gives any."""
        with suppress(Exception):  # rule ``saved`` says what is wrong with that
            self.initial_bytes  # noqa: B018 - reading it keeps it

    @cached_property
    def initial_bytes(self) -> bytes | None:
        """Return what ``to_bytes`` gave at first; None where the component has no such method."""
        return component_bytes(self.component)

    def rebuilt(self) -> Any:
        """Return a new component with the same settings; its state is not carried over."""
        return self.nlp.create_pipe(self.meta.factory, self.name, config=self.settings)

    def copied(self) -> Any:
        """Return a new component with the same settings and state.

        Raises:
            NotApplicableError: it cannot be had by ``to_bytes`` and ``from_bytes``.
        """
        with errors_as(NotApplicableError, "it cannot be copied:"):  # rules of saving say why
            data, other = self.initial_bytes, self.rebuilt()
            if data is not None:
                with_exclude(other.from_bytes)(data)
        if data is None:
            raise NotApplicableError("it cannot be copied: it has no to_bytes")
        return other


def _module_of(component: Any) -> str:
    definition = component if inspect.isroutine(component) else type(component)
    return str(definition.__module__)


def component_bytes(component: Any) -> bytes | None:
    """Return the ``to_bytes`` of a component without the vocabulary, which grows with each text.

    None where there is no such method.
    """
    if not hasattr(component, "to_bytes"):
        return None
    return bytes(with_exclude(component.to_bytes)())


def with_exclude(method: Callable[..., Any]) -> Callable[..., Any]:
    """Return the method, called with ``exclude=["vocab"]`` as spaCy does, if it takes that."""
    parameters = inspect.signature(method).parameters.values()
    takes = any(
        parameter.name == "exclude" or parameter.kind is parameter.VAR_KEYWORD
        for parameter in parameters
    )
    return (lambda *args: method(*args, exclude=["vocab"])) if takes else method


def is_clear(error: BaseException) -> bool:
    """Return whether an error is meant for a user: none of Python's own, and in words."""
    return not isinstance(error, UNCLEAR) and len(str(error).split()) >= 3
