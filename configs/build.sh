#!/usr/bin/env bash
# Rebuild the pipeline that ships, from the corpora, in the checkout with the package installed:
#   configs/build.sh [WORK_FOLDER]
# Trains every component with its config, assembles them with pipeline.cfg and puts the result into
# spacy_citalign/pipeline. Reads bc2gm/, concepts/, craft/, scierc/, ud/, citance_groups/, gospels/,
# wiki_manual/, wordnet/, scisumm/, evidence_bio/, articles_text/, articles_tulsi/, gene_info/, hgnc/ and unlabelled/ in the folder that CITALIGN_DATA names (../shared/data), and the
# names of documents to leave out in acl_rd_tec/, bc5cdr/ and pdf_pairs/; needs 12 GB of memory and an hour and a half on two cores.
# Equal data give equal files. Components that stand trained in WORK_FOLDER are taken from there:
# remove what is stale.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
work=${1:-training}
data=${CITALIGN_DATA:-../shared/data}
ewt=$data/ud/en_ewt-ud
treebanks=(--paths.craft "$data/craft" --paths.conllu "[\"$ewt-train.conllu.gz\",\"$ewt-dev.conllu\"]")

train() { # train FOLDER CONFIG OPTIONS...
    [ -d "$work/$1/model-last" ] ||
        python -m spacy train "configs/$2.cfg" --output "$work/$1" "${@:3}"
}
train sentences sentence_boundary_detector "${treebanks[@]}"
train tags perceptron_tagger "${treebanks[@]}"
train lemmas suffix_lemmatizer --paths.conllu "[\"$ewt-train.conllu.gz\",\"$ewt-dev.conllu\"]" \
    --paths.dev "$ewt-dev.conllu" --paths.lemmas "[\"$data/wordnet/senses.tsv\"]"
# Trees and base phrases; the tags that these two read in new text are those of the tagger above.
train columns column_tagger --paths.craft "$data/craft"
train phrases base_phrase_chunker --paths.craft "$data/craft" \
    --initialize.components.base_phrase_chunker.prune 0.85
[ -e "$work/texts.txt" ] || python configs/scripts/gene_texts.py "$data" "$work/texts.txt"
concepts=$data/concepts
# Names alone, the guideline that is the default. The abstracts that figures are of train nothing.
abstracts="[\"$concepts/nlm_gene.jsonl\",\"$concepts/gnormplus.jsonl\",\"$concepts/biored.jsonl\"]"
train genes_mention gene_guideline --paths.train "$abstracts" --corpora.train.part train \
    --paths.dev "$abstracts" --corpora.dev.part test \
    --paths.related "$data/bc2gm/train.in" --paths.unlabelled "[\"$work/texts.txt\"]" \
    --initialize.components.gene_mention_tagger.guideline mention
# The same weights as CRAFT marks genes: confidences of its training articles, which trained nothing
# above; without those whose licences do not allow it.
train genes_craft gene_calibration --paths.weights "$work/genes_mention/model-last" \
    --paths.train "$data/craft" --paths.dev "$data/craft" \
    --corpora.train.without '["15917436","16221973","16870721","11597317"]'
# All of train is trained on; the 500 sentences of "dev" only fill spaCy's progress line.
train genes_bc2gm gene_mention_tagger --paths.train "$data/bc2gm/train.in" \
    --paths.dev "$data/bc2gm/train.in" --corpora.dev.limit 500 \
    --paths.related "[\"$concepts/gnormplus.jsonl\",\"$concepts/nlm_gene.jsonl\",\"$concepts/biored.jsonl\"]" \
    --paths.unlabelled "[\"$work/texts.txt\"]"
[ -d "$work/genes/model-last" ] || python - "$work" <<'GENES'
"""Put the guidelines together; the first is the default."""
import sys
from pathlib import Path

import spacy

work = Path(sys.argv[1])
names = ("mention", "bc2gm", "craft")
trained = [spacy.load(work / f"genes_{name}" / "model-last") for name in names]
tagger, *others = (nlp.get_pipe("gene_mention_tagger") for nlp in trained)
for name, other in zip(names[1:], others, strict=True):
    tagger.add_guideline(name, other)
trained[0].to_disk(work / "genes" / "model-last")
GENES

# Ids of the mentions, trained on the same abstracts; the tables of genes are compiled in.
info=$data/gene_info
train gene_ids gene_normalizer --paths.train "$abstracts" --corpora.train.part train \
    --paths.dev "$abstracts" --corpora.dev.part test --paths.hgnc "$data/hgnc/hgnc.tsv" \
    --paths.genes "[\"$info/human.tsv.xz\",\"$info/mouse.tsv.xz\",\"$info/zebrafish.tsv.xz\",\"$info/fly.tsv.xz\"]"

# Left out are documents that the terms are evaluated on, and one of NCBI's by its id, and articles
# of CRAFT whose licences do not allow it.
held='["'$data/acl_rd_tec/dev.jsonl'","'$data/acl_rd_tec/test.jsonl'","'$data/bc5cdr/dev.txt'","'$data/bc5cdr/test.txt'"]'
train terms propositional_term_extractor \
    --paths.train "[\"$data/scierc/train.jsonl\",\"$data/scierc/dev.jsonl\"]" \
    --paths.dev "[\"$data/scierc/dev.jsonl\"]" \
    --paths.craft "$data/craft" --paths.craft_splits train \
    --paths.craft_without '["15917436","16221973","16870721","11597317"]' \
    --paths.concepts "[\"$concepts/biored.jsonl\"]" \
    --paths.without "$held" --paths.without_ids '["9294109"]' \
    --paths.unlabelled "[\"$work/texts.txt\"]" \
    --initialize.components.propositional_term_extractor.least 10 \
    --initialize.components.propositional_term_extractor.prune 0.8 \
    --initialize.components.propositional_term_extractor.rescore 3

# The texts are without those of any test part; CRAFT's groups are of its training articles.
groups=$data/citance_groups
[ -e "$work/word_statistics" ] || python configs/scripts/word_statistics.py "$data" "$work/word_statistics"
train aligner citance_aligner \
    --paths.train "[\"$groups/hand2-train.jsonl\",\"$groups/hand2-dev.jsonl\",\"$groups/hand-train.jsonl\",\"$groups/hand-dev.jsonl\"]" \
    --paths.concepts_train "[\"$groups/craft-train.jsonl\"]" \
    --paths.dev "[\"$groups/hand2-dev.jsonl\"]" \
    --paths.statistics "$work/word_statistics" \
    --initialize.components.citance_aligner.methods '["units","schwartz"]'

[ -e "$work/text_pairs.jsonl" ] || python configs/scripts/verse_pairs.py "$data" "$work/text_pairs.jsonl"
train links sentence_aligner --paths.train "$work/text_pairs.jsonl" \
    --paths.dev "$work/text_pairs.jsonl" --corpora.dev.limit 20

[ -e "$work/evidence_texts.txt" ] || python configs/scripts/evidence_texts.py "$data" "$work/evidence_texts.txt"
[ -e "$work/evidence_articles" ] || python configs/scripts/evidence_articles.py "$data" "$work/sentences/model-last" "$work/evidence_articles"
train evidence evidence_ranker --paths.train "$work/evidence_articles/citances.jsonl" \
    --paths.dev "$work/evidence_articles/citances.jsonl" \
    --paths.texts "[\"$work/evidence_texts.txt\"]"

rm -rf "$work/pipeline"
python -m spacy assemble configs/pipeline.cfg "$work/pipeline" \
    --paths.sentences "$work/sentences/model-last" --paths.tags "$work/tags/model-last" \
    --paths.lemmas "$work/lemmas/model-last" --paths.columns "$work/columns/model-last" \
    --paths.phrases "$work/phrases/model-last" --paths.genes "$work/genes/model-last" \
    --paths.ids "$work/gene_ids/model-last" --paths.terms "$work/terms/model-last" --paths.aligner "$work/aligner/model-last" \
    --paths.links "$work/links/model-last" --paths.evidence "$work/evidence/model-last"

python - "$work/pipeline" spacy_citalign/pipeline <<'PYTHON'
"""Write the meta data and put the pipeline in place, keeping the model card."""
import json
import shutil
import sys
from pathlib import Path

import spacy
import spacy_citalign
from spacy_citalign.components.tokenizer import scientific_tokenizer

source, target = map(Path, sys.argv[1:])
built = spacy.load(source)
config = built.config.copy()  # the pipeline's own makes its components anew at each look
for name in config["paths"]:  # no path of the building machine goes into what ships
    config["paths"][name] = None
# Sentence starts that are set already, as spacy_citalign.join sets them, stay.
config["components"]["sentence_boundary_detector"]["overwrite"] = False
# A new vocabulary: the one that training leaves holds the words of the corpora.
nlp = spacy.util.load_model_from_config(config)
nlp.tokenizer = scientific_tokenizer(nlp.vocab)
for name, component in built.pipeline:
    nlp.get_pipe(name).from_bytes(component.to_bytes())
    for setting in component.REMOVED:  # which spaCy fills in, as None, where they are not given
        nlp.get_pipe_config(name).pop(setting.name, None)
nlp.meta.update(json.loads(Path("configs/pipeline_meta.json").read_bytes()))
nlp.meta["version"] = spacy_citalign.__version__
for old in target.iterdir():
    if old.name != "README.md":
        shutil.rmtree(old) if old.is_dir() else old.unlink()
nlp.to_disk(target)
size = sum(file.stat().st_size for file in target.rglob("*") if file.is_file())
print(f"{target}: {size / 1e6:.1f} MB")
PYTHON
python configs/scripts/checksums.py spacy_citalign/pipeline

# Not in the pipeline: what reads the entries of lists of references.
PYTHONPATH=. python configs/scripts/reference_fields.py "$data" spacy_citalign/citations/references/fields.bin
