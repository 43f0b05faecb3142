"""Settings: dataclasses become the parameters of factories, and arguments become dataclasses.

A component's settings are a frozen dataclass: its fields are the factory's parameters, its defaults
the ``default_config``, its ``__post_init__`` the check. Lists stand for tuples in configs.
"""

import inspect
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from types import NoneType, UnionType
from typing import (
    Any,
    Literal,
    NamedTuple,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from ...errors import SettingError, warn
from .shipped import check_weights

T = TypeVar("T")


@dataclass(frozen=True)
class ModelSettings:
    """What every component with a model has.

    Attributes:
        weights: ``"shipped"`` for the trained weights of this package; None to train it, or to
            load a pipeline that has it trained.
    """

    weights: str | None = None

    def __post_init__(self) -> None:
        check_weights(self.weights)


class RemovedSetting(NamedTuple):
    """A setting of earlier versions, which configs that these wrote still name.

    Factories take it, as None where it is not given, so that spaCy does not refuse those configs.

    Attributes:
        name: its name.
        version: the first version without it.
        advice: what to do where it asked for something.
        default: the value with which it asked for nothing.
    """

    name: str
    version: str
    advice: str
    default: Any = None

    def check(self, component: str, value: Any) -> None:
        """Warn of a value that asked for nothing, and refuse any other; None was not given.

        Raises:
            SettingError: the value asked for something.
        """
        if value is None:
            return
        message = f"{component} has {self.name} = {value!r}, gone since version {self.version}"
        if value != self.default:
            raise SettingError(f"{message}; {self.advice}")
        warn(f"{message}: it is ignored; take it out of the config")


_NO_ROWS = "rows of other models gained nothing; leave it out"
ROWS_OF_OTHER_MODELS = (
    RemovedSetting("rows_from", "0.3", _NO_ROWS),
    RemovedSetting("rows_weight", "0.3", _NO_ROWS, default=1.0),
)


def default_config(settings: type) -> dict[str, Any]:
    """Return the defaults of a dataclass as a config has them."""
    return {
        x.name: as_config(x.default if x.default_factory is MISSING else x.default_factory())
        for x in fields(settings)
    }


def values_of(settings: Any) -> dict[str, Any]:
    """Return the settings of a dataclass as a config has them."""
    return {field.name: as_config(getattr(settings, field.name)) for field in fields(settings)}


def parameters(settings: type) -> list[inspect.Parameter]:
    """Return the fields of a dataclass as parameters that are given by name."""
    hints, by_name = get_type_hints(settings), inspect.Parameter.KEYWORD_ONLY
    return [
        inspect.Parameter(name, by_name, default=value, annotation=_config_type(hints[name]))
        for name, value in default_config(settings).items()
    ]


def checked(settings: type, given: Mapping[str, Any], factory: str) -> dict[str, Any]:
    """Return settings as the dataclass has them, with tuples for lists.

    Raises:
        SettingError: one is unknown.
    """
    known = [field.name for field in fields(settings)]
    wrong = sorted({*given}.difference(known))
    if wrong:
        raise SettingError(
            f"{factory} has no setting {', '.join(wrong)}; it has {', '.join(known)}"
        )
    return with_tuples(settings, given)


def build(kind: type[T], arguments: Mapping[str, Any], **fixed: Any) -> T:
    """Make a dataclass of those of the arguments of ``initialize`` that are its fields.

    Args:
        kind: the dataclass.
        arguments: values by name; None stands for the default where a field cannot be None, and
            lists become tuples.
        fixed: values that are no arguments.

    Raises:
        SettingError: a value is out of range.
    """
    hints = get_type_hints(kind)
    given = {name: arguments[name] for name in hints if name in arguments}
    values = with_tuples(kind, given) | fixed
    may_be_none = {x for x in hints if hints[x] is Any or NoneType in _options(hints[x])}
    return kind(**{x: y for x, y in values.items() if y is not None or x in may_be_none})


def with_tuples(kind: type, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return values for the fields of a dataclass with tuples for lists, where it has these."""
    hints = get_type_hints(kind)
    tuples = {x for x in hints if any(get_origin(y) is tuple for y in _options(hints[x]))}
    return {
        name: tuple(value) if isinstance(value, list) and name in tuples else value
        for name, value in given.items()
    }


def read_only(name: str) -> property:
    """Return a property that reads a setting of ``pipe.settings`` and refuses to change it."""

    def get(pipe: Any) -> Any:
        return getattr(pipe.settings, name)

    def refuse(pipe: Any, value: Any) -> None:
        raise SettingError(
            f"{name} of component {pipe.name!r} is {get(pipe)!r} and cannot be changed to "
            f"{value!r}, which would be lost when the pipeline is saved; reload with config="
            f'{{"components": {{{pipe.name!r}: {{{name!r}: {value!r}}}}}}}, or add the component '
            "anew"
        )

    return property(get, refuse, doc=f"The setting ``{name}``; see the class of ``settings``.")


def as_config(value: Any) -> Any:
    """Return the value of a setting as a config has it: a list for a tuple."""
    return list(value) if type(value) is tuple else value


def _options(hint: Any) -> tuple[Any, ...]:
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)


def _config_type(hint: Any) -> Any:
    """Return the type that a config has for a field: a list for a tuple, a string for choices.

    What there is to choose from, the dataclass checks, in our words.
    """
    origins = {tuple: list, Literal: str}
    if origins.keys().isdisjoint(get_origin(option) for option in _options(hint)):
        return hint
    options = [
        list[get_args(option)[0]] if kind is list else kind or option  # type: ignore[misc]
        for option in _options(hint)
        for kind in [origins.get(get_origin(option))]
    ]
    return Union[tuple(options)]  # noqa: UP007 - of a list of types
