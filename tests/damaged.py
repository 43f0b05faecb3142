"""Model files that are whole, but hold something wrong."""

from spacy_citalign.chain import storage


def repacked(kind, version, parts, arrays=(), meta=()):
    """Bytes of a model with some parts replaced, None for taken out; the checksum fits.

    ``parts`` are the settings and arrays that ``storage.unpack`` gave.
    """
    changed = {k: v for k, v in (parts[1] | dict(arrays)).items() if v is not None}
    changed_meta = {k: v for k, v in (parts[0] | dict(meta)).items() if v is not None}
    return storage.pack(kind, version, changed_meta, changed)
