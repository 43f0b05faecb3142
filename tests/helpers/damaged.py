"""Model files that are whole, but hold something wrong."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import pytest

from spacy_citalign.chain import storage
from spacy_citalign.errors import ModelFileError


class ModelFile(NamedTuple):
    """What a model's file holds, by name, and how it is read."""

    read: Callable[[bytes], Any]
    kind: str
    version: int
    settings: dict[str, Any]
    arrays: dict[str, Any]

    @classmethod
    def of(cls, model: Any, kind: str, version: int) -> "ModelFile":
        return cls(
            type(model).from_bytes, kind, version, *storage.unpack(model.to_bytes(), kind, version)
        )

    def changed(self, changes: dict[str, Any]) -> bytes:
        """Bytes with some settings and arrays replaced, None for taken out; the checksum fits."""
        settings, arrays = dict(self.settings), dict(self.arrays)
        for name, value in changes.items():
            part = settings if name in settings else arrays
            part[name] = value
            if value is None:
                del part[name]
        return storage.pack(self.kind, self.version, settings, arrays)

    def _read_to_fail(self, changes: dict[str, Any]) -> None:
        self.read(self.changed(changes))
        pytest.fail(f"the model is read in spite of {changes}")

    def check_refused(
        self, cases: Iterable[dict[str, Any]], match: str | None = "lacks or garbles a part"
    ) -> None:
        """Check that the model is refused with each of these changes."""
        for changes in cases:
            with pytest.raises(ModelFileError, match=match):
                self._read_to_fail(changes)

    def check_needs(
        self, names: Iterable[str], match: str | None = "lacks or garbles a part"
    ) -> None:
        """Check that the model is refused without any of these settings and arrays."""
        for name in names:
            assert name in self.settings or name in self.arrays
            self.check_refused([{name: None}], match)
