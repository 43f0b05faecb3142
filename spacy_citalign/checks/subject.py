"""What a rule sees of a component: its pipeline, Docs to annotate, and other components like it."""

import inspect
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc

from spacy_citalign.checks.findings import NotApplicableError
from spacy_citalign.checks.plain import plain_doc
from spacy_citalign.checks.seeds import PARSE, USUAL, names, seed
from spacy_citalign.runs.messages import described

# What an error of a programmer is, and what says nothing to a user.
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
_MOST_KEPT = 10_000  # characters of a Doc that is kept to make copies of


class Subject:
    """A component of a pipeline, which its rules use alone.

    Args:
        nlp: the pipeline; all its other components are switched off while `alone` is open.
        name: the component's name in it.
        texts: ordinary texts, which it should annotate.
        made: whether the component was made from its factory, with its defaults: it may be
            unfitted, and stands alone.
        fast: whether what takes long is left out.
        at: is told what is being done, in case the component never comes back, and whether it is
            the component that is doing it.
    """

    def __init__(
        self,
        nlp: Language,
        name: str,
        texts: list[str],
        *,
        made: bool = False,
        fast: bool = False,
        at: Callable[[str, bool], None] = lambda what, own: None,
    ) -> None:
        self.nlp, self.name, self.texts = nlp, name, texts
        self.made, self.fast, self._at = made, fast, at
        self.meta = nlp.get_pipe_meta(name)
        self.component: Any = nlp.get_pipe(name)
        self.settings: dict[str, Any] = {
            key: value
            for key, value in nlp.get_pipe_config(name).items()
            if key not in {"factory", "@factories"}
        }
        self.lang = str(nlp.lang)
        pipes = nlp.pipe_names
        before = nlp.pipeline[: pipes.index(name)] if name in pipes else []
        self._earlier = [component for _, component in before]
        self._kept: dict[str, Doc] = {}

    @property
    def module(self) -> str:
        """The module of the component's class; of the function where it is one."""
        return _module_of(self.component)

    @property
    def modules(self) -> list[str]:
        """The modules of all components of the pipeline."""
        return list(dict.fromkeys(_module_of(one) for _, one in self.nlp.components))

    @property
    def others(self) -> list[str]:
        """The names of the pipeline's other components."""
        return [name for name in self.nlp.component_names if name != self.name]

    def at(self, what: str) -> None:
        """Say what the component is about to do, in case that it never comes back."""
        self._at(what, True)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """The pipeline has this component only."""
        with self.nlp.select_pipes(enable=[self.name]):
            yield

    @cached_property
    def wanted(self) -> set[str]:
        """What a Doc must have before the component sees it, in the form of ``requires``."""
        wanted = names(self.meta.requires)
        if self.made:
            wanted |= set(USUAL) - names(self.meta.assigns)
            parsed = wanted | {PARSE}
            if self._fails(wanted) and not self._fails(parsed):
                return parsed
        return wanted

    def _fails(self, wanted: set[str]) -> bool:
        doc = self.nlp.make_doc(self.texts[0])
        seed(doc, wanted, self.settings)
        try:
            self.component(doc)
        except Exception:  # the component may raise anything
            return True
        return False

    def prepared(self, texts: Iterable[str]) -> list[Doc]:
        """New Docs of texts, annotated by the components before, with what is required on them.

        Raises NotApplicableError where a component before fails.
        """
        return [self._prepared_doc(text) for text in texts]

    def _prepared_doc(self, text: str) -> Doc:
        if text in self._kept:
            return self._kept[text].copy()
        try:
            doc = self._annotated_before(text)
        except Exception as error:  # other components may raise anything
            raise NotApplicableError(
                f"what comes before it fails on the text {text[:40]!r}: {described(error)}"
            ) from error
        seed(doc, self.wanted, self.settings)
        if len(text) < _MOST_KEPT:
            with suppress(Exception):  # an object that others left on it may refuse
                self._kept[text] = doc.copy()
        return doc

    def _annotated_before(self, text: str) -> Doc:
        doc = self.nlp.make_doc(text)
        if self._earlier:
            self._at("in a component before it", False)
            for component in self._earlier:
                doc = component(doc)
            self._at("", True)
        return doc

    def docs(self) -> list[Doc]:
        """New Docs of the ordinary texts."""
        return self.prepared(self.texts)

    def require_bytes(self) -> None:
        """Raise NotApplicableError where others left on the Docs what msgpack cannot write."""
        try:
            for doc in self.docs():
                doc.to_bytes()
        except Exception as error:  # whatever they left may raise anything
            raise NotApplicableError(
                f"Docs do not survive to_bytes before it: {described(error)}"
            ) from error

    @cached_property
    def expected(self) -> list[dict[str, Any]]:
        """The annotations of the ordinary texts, each annotated alone, as plain data.

        Raises NotApplicableError where the component cannot annotate them.
        """
        docs = self.docs()
        try:
            return [plain_doc(self.nlp(doc)) for doc in docs]
        except Exception as error:  # the component may raise anything
            raise NotApplicableError(
                f"it does not annotate ordinary sentences: {described(error)}"
            ) from error

    def remember(self) -> None:
        """Take the component's bytes, as they are before it has seen a text, if it gives any."""
        with suppress(Exception):  # rule ``saved`` says what is wrong with that
            self.data  # noqa: B018 - reading it keeps it

    @cached_property
    def data(self) -> bytes | None:
        """What the component's ``to_bytes`` gave at first; None where it has no such method."""
        return state(self.component)

    def rebuilt(self) -> Any:
        """A new component with the same settings; its state is not carried over."""
        return self.nlp.create_pipe(self.meta.factory, self.name, config=self.settings)

    def twin(self) -> Any:
        """A new component with the same settings and state.

        Raises NotApplicableError where it cannot be had by ``to_bytes`` and ``from_bytes``.
        """
        try:
            data, other = self.data, self.rebuilt()
            if data is not None:
                with_exclude(other.from_bytes)(data)
        except Exception as error:  # the rules of saving say what is wrong with that
            raise NotApplicableError(f"it cannot be copied: {described(error)}") from error
        if data is None:
            raise NotApplicableError("it cannot be copied: it has no to_bytes")
        return other


def _module_of(component: Any) -> str:
    named = component if inspect.isroutine(component) else type(component)
    return str(named.__module__)


def state(component: Any) -> bytes | None:
    """What ``to_bytes`` of a component gives, without the vocabulary, which grows with each text.

    None where there is no such method.
    """
    if not hasattr(component, "to_bytes"):
        return None
    return bytes(with_exclude(component.to_bytes)())


def with_exclude(method: Callable[..., Any]) -> Callable[..., Any]:
    """The method, called with ``exclude=["vocab"]`` as spaCy does, where it takes that."""
    parameters = inspect.signature(method).parameters.values()
    takes = any(one.name == "exclude" or one.kind is one.VAR_KEYWORD for one in parameters)
    return (lambda *args: method(*args, exclude=["vocab"])) if takes else method


def is_clear(error: BaseException) -> bool:
    """Whether an error is meant for a user: not one of Python's own mistakes, and in words."""
    return not isinstance(error, UNCLEAR) and len(str(error).split()) >= 3
