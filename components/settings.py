"""Settings said once: dataclasses become the parameters of factories and of ``initialize``.

A component's settings are a frozen dataclass: its fields are the factory's parameters, its defaults
the ``default_config``, its ``__post_init__`` the check. Lists stand for tuples in configs.
"""

import inspect
import warnings
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, Field, dataclass, fields
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

from ..errors import CitalignWarning, SettingError
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
        message += ": it is ignored; take it out of the config"
        warnings.warn(message, CitalignWarning, stacklevel=2)


def default_config(settings: type) -> dict[str, Any]:
    """Return the defaults of a dataclass as a config has them."""
    return {field.name: _as_config(_default(field)) for field in fields(settings)}


def parameters(
    *types: type, leave_out: Iterable[str] = (), optional: bool = False
) -> list[inspect.Parameter]:
    """Return the fields of dataclasses as parameters that are given by name.

    Args:
        types: the dataclasses; of two fields of one name that of the later one counts.
        leave_out: fields that are no parameters.
        optional: whether None may be given for each of them, to stand for the default.
    """
    by_name: dict[str, inspect.Parameter] = {}
    for kind in types:
        hints = get_type_hints(kind)
        for field in fields(kind):
            hint = _config_type(hints[field.name])
            by_name[field.name] = inspect.Parameter(
                field.name,
                inspect.Parameter.KEYWORD_ONLY,
                default=_as_config(_default(field)),
                annotation=hint | None if optional else hint,
            )
    return [parameter for name, parameter in by_name.items() if name not in {*leave_out}]


def build(kind: type[T], given: Mapping[str, Any], **fixed: Any) -> T:
    """Make a dataclass of those of the given values that are its fields.

    None stands for the default where a field cannot be None; lists become tuples.

    Args:
        kind: the dataclass.
        given: values by name, of other dataclasses too.
        fixed: values that go before those.

    Raises:
        SettingError: a value is out of range.
    """
    hints = get_type_hints(kind)
    chosen = {
        name: value
        for name, value in as_fields(kind, given).items()
        if value is not None or _takes_none(hints[name])
    }
    return kind(**{**chosen, **fixed})


def as_fields(kind: type, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return those of the given values that are fields of a dataclass, with tuples for lists."""
    hints = get_type_hints(kind)
    return {
        field.name: tuple(value) if isinstance(value, list) and _is_tuple(hint) else value
        for field in fields(kind)
        if field.name in given
        for value, hint in [(given[field.name], hints[field.name])]
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


def _default(field: "Field[Any]") -> Any:
    return field.default if field.default_factory is MISSING else field.default_factory()


def _as_config(value: Any) -> Any:
    return list(value) if type(value) is tuple else value


def _options(hint: Any) -> tuple[Any, ...]:
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)


def _takes_none(hint: Any) -> bool:
    return NoneType in _options(hint) or hint is Any


def _is_tuple(hint: Any) -> bool:
    return any(get_origin(option) is tuple for option in _options(hint))


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
