"""``scipy.sparse``, imported when it is first used: that takes a tenth of the time of a load.

Annotations with its types stand in quotes, since they are read when a module is imported.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__all__ = ["sparse"]

if TYPE_CHECKING:
    from scipy import sparse
else:

    class _Sparse:
        def __getattr__(self, name: str) -> Any:
            value = getattr(import_module("scipy.sparse"), name)
            setattr(self, name, value)
            return value

    sparse = _Sparse()
