"""The check of pyarrow, which tables in Parquet need and the package does not bring."""

import importlib
from typing import Any

from ..errors import SettingError, one_line


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
