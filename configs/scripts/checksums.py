"""Write the checksums of a built pipeline, and its meta data at the root of the package: FOLDER.

The package compares its files with the checksums whenever it is loaded; `spacy info` and `spacy
validate` read the meta data of a package at its root. `configs/build.sh` runs this; run it by hand
after a change of a file in `spacy_citalign/pipeline`, such as `meta.json`.
"""

import json
import shutil
import sys
from pathlib import Path

from spacy_citalign.components.shipped import CHECKSUMS, file_checksums

if __name__ == "__main__":
    folder = Path(sys.argv[1])
    checksums = json.dumps(file_checksums(folder), indent=1)
    (folder / CHECKSUMS).write_text(f"{checksums}\n", encoding="utf-8", newline="\n")
    shutil.copyfile(folder / "meta.json", folder.parent / "meta.json")
