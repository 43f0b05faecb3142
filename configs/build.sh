#!/usr/bin/env bash
# Rebuild the pipeline that ships, from the corpora, in the checkout with the package installed:
#   configs/build.sh [WORK_FOLDER]
# Trains every component with its config, assembles them with pipeline.cfg and puts the result into
# spacy_citalign/pipeline. Reads bc2gm/ in the folder that CITALIGN_DATA names (../shared/data);
# needs 12 GB of memory and about ten minutes on two cores. Equal data give equal files.
# Components that stand trained in WORK_FOLDER already are taken from there: remove what is stale.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
work=${1:-training}
data=${CITALIGN_DATA:-../shared/data}

if [ ! -d "$work/genes/model-last" ]; then
    # All of train is trained on; the 500 sentences of "dev" only fill spaCy's progress line.
    python -m spacy train configs/gene_mention_tagger.cfg --output "$work/genes" \
        --paths.train "$data/bc2gm/train.in" --paths.dev "$data/bc2gm/train.in" \
        --corpora.dev.limit 500
fi

rm -rf "$work/pipeline"
python -m spacy assemble configs/pipeline.cfg "$work/pipeline" \
    --paths.genes "$work/genes/model-last"

python - "$work/pipeline" spacy_citalign/pipeline <<'PYTHON'
"""Write the meta data and put the pipeline in place, keeping the model card."""
import shutil
import sys
from pathlib import Path

import spacy
import spacy_citalign

source, target = map(Path, sys.argv[1:])
built = spacy.load(source)
built.config["paths"]["genes"] = None  # no path of the building machine goes into what ships
# A new vocabulary: the one that training leaves holds the words of the corpora.
nlp = spacy.util.load_model_from_config(built.config)
for name, component in built.pipeline:
    nlp.get_pipe(name).from_bytes(component.to_bytes())
nlp.meta.update(
    name="citalign",
    version=spacy_citalign.__version__,
    spacy_version=">=3.8.0,<4.0.0",
    description="Gene mentions in scientific English: character-exact, with confidences.",
    author="spacy-citalign contributors",
    license="MIT",
    sources=[
        {
            "name": "BioCreative II gene mention corpus, training sentences",
            "author": "L. Tanabe, L. Smith, W. J. Wilbur (US National Library of Medicine)",
            "license": "NCBI public domain notice",
            "components": ["gene_mention_tagger"],
        }
    ],
)
for old in target.iterdir():
    if old.name != "README.md":
        shutil.rmtree(old) if old.is_dir() else old.unlink()
nlp.to_disk(target)
size = sum(file.stat().st_size for file in target.rglob("*") if file.is_file())
print(f"{target}: {size / 1e6:.1f} MB")
PYTHON
