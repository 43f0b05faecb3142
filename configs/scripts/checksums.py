"""Write the checksums of a built pipeline: FOLDER.

The package compares its files with them whenever it is loaded. `configs/build.sh` runs this; run it
by hand after a change of a file in `spacy_citalign/pipeline`, such as `meta.json`.
"""

import json
import sys
from pathlib import Path

from spacy_citalign.components.shipped import CHECKSUMS, file_checksums

if __name__ == "__main__":
    folder = Path(sys.argv[1])
    checksums = json.dumps(file_checksums(folder), indent=1)
    (folder / CHECKSUMS).write_text(f"{checksums}\n", encoding="utf-8", newline="\n")
