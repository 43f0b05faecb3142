"""The check of pyarrow, which tables in Parquet need and the package does not bring."""

import importlib
import math
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

from ..errors import InputError, SettingError, one_line
from .records import Reading


def require_pyarrow() -> Any:
    """Return the module ``pyarrow``, with ``pyarrow.parquet``.

    Raises:
        SettingError: it is not installed, does not load or is too old.
    """
    try:
        parquet = importlib.import_module("pyarrow.parquet")
        pyarrow = importlib.import_module("pyarrow")
    except ImportError as error:
        problem = one_line(error)
    else:
        if hasattr(parquet.ParquetWriter, "add_key_value_metadata"):
            return pyarrow
        problem = "the one that is installed is older than version 17"
    raise SettingError(
        f"tables in Parquet need pyarrow ({problem}); install it with "
        'pip install "spacy-citalign[parquet]"'
    )


_MAX_OTHERS = 32


def columns_to_read(schema: Any, reading: Reading) -> tuple[str, ...]:
    """Return the names of the columns to read.

    Raises:
        InputError: there is none of texts.
    """
    arrow = require_pyarrow()
    names = schema.names
    key = reading.text_key
    if names.count(key) != 1:
        raise InputError(
            f"has {names.count(key)} columns {key!r} for the text; it has: "
            f"{', '.join(names[:_MAX_OTHERS]) or 'none'}. Name one with --text-key"
        )
    kind = schema.field(key).type
    if arrow.types.is_dictionary(kind):
        kind = kind.value_type
    types = arrow.types
    if not (_is_string(arrow, kind) or types.is_null(kind)):
        raise InputError(f"has a column {key!r} of {kind}; the text must be strings")
    others = [
        name
        for name in names
        if name not in (key, reading.id_key)
        and names.count(name) == 1
        and _is_plain(arrow, schema.field(name).type)
    ]
    ids = [reading.id_key] if names.count(reading.id_key) == 1 and reading.id_key != key else []
    ids = [name for name in ids if _is_plain(arrow, schema.field(name).type)]
    return (key, *ids, *(others if len(others) <= _MAX_OTHERS else ()))


def _is_string(arrow: Any, kind: Any) -> bool:
    types = arrow.types
    views = getattr(types, "is_string_view", lambda kind: False)
    return bool(types.is_string(kind) or types.is_large_string(kind) or views(kind))


def _is_plain(arrow: Any, kind: Any) -> bool:
    """Return whether values of an Arrow type can be written as JSON."""
    types = arrow.types
    if types.is_dictionary(kind):
        return _is_plain(arrow, kind.value_type)
    if types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind):
        return _is_plain(arrow, kind.value_type)
    if types.is_map(kind):
        return _is_plain(arrow, kind.key_type) and _is_plain(arrow, kind.item_type)
    if types.is_struct(kind):
        return all(_is_plain(arrow, kind.field(at).type) for at in range(kind.num_fields))
    simple = (types.is_integer, types.is_float32, types.is_float64, types.is_boolean)
    written = (types.is_null, types.is_date, types.is_time, types.is_timestamp, types.is_decimal)
    return _is_string(arrow, kind) or any(is_kind(kind) for is_kind in (*simple, *written))


def column_values(column: Any) -> list[Any]:
    """Return the values of a column; bytes where one of its strings is no UTF-8."""
    arrow = require_pyarrow()
    if arrow.types.is_timestamp(column.type) and column.type.unit == "ns":  # Python has no such
        column = column.cast(arrow.timestamp("us", column.type.tz), safe=False)
    try:
        return column.to_pylist()
    except UnicodeDecodeError:
        return column.cast("binary").to_pylist()


def plain_value(value: Any) -> Any:
    """Return a value as JSON can hold it.

    >>> plain_value([1.5, math.nan, date(2026, 11, 22), {"a": (Decimal("0.10"), None)}])
    [1.5, None, '2026-11-22', {'a': ['0.10', None]}]
    """
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {name: plain_value(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [plain_value(inner) for inner in value]
    if isinstance(value, date | datetime | time):
        return value.isoformat()
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    return str(value) if isinstance(value, Decimal) else value
