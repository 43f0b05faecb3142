"""Write the checksums of a built pipeline, and its meta data at the root of the package: FOLDER.

The package compares its files with the checksums whenever it is loaded; `spacy info` and `spacy
validate` read the meta data of a package at its root. `configs/build.sh` runs this; run it by hand
after a change of a file in `spacy_citalign/pipeline`, such as `meta.json`.
"""

import json
import shutil
import sys
from hashlib import sha256
from pathlib import Path

from spacy_citalign.components.base.shipped import CHECKSUMS

CARD = "README.md"  # for people; nothing is read from it


def file_checksums(folder: Path) -> dict[str, str]:
    """Return SHA-256 in hexadecimal digits of each file that a pipeline consists of.

    They go by their paths in the folder, with ``/``. The model card, the list of checksums itself
    and hidden files are left out.
    """
    files = {path.relative_to(folder): path for path in folder.rglob("*") if path.is_file()}
    hidden = {name for name in files if any(part.startswith(".") for part in name.parts)}
    left_out = hidden | {Path(CARD), Path(CHECKSUMS)}
    return {
        name.as_posix(): sha256(files[name].read_bytes()).hexdigest()
        for name in sorted({*files} - left_out)
    }


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    checksums = json.dumps(file_checksums(folder), indent=1)
    (folder / CHECKSUMS).write_text(f"{checksums}\n", encoding="utf-8", newline="\n")
    shutil.copyfile(folder / "meta.json", folder.parent / "meta.json")
