# %% [markdown]
# # Train on twenty sentences, and score it
#
# What counts as a gene differs from project to project: here the name alone, without "gene" or "protein". Twenty
# sentences of your own make a tagger for names that look as yours do. It is trained in `nlp.initialize`, all at once.

# %%
import spacy
from spacy.training import Example

from spacy_citalign.components.tokenizer import scientific_tokenizer

marked = """
The [Limb1] gene is switched on when a newt loses a leg.
Without [Limb1] no new leg grows.
[Limb1] and [tmz-4] are found in the skin of the stump.
Newts that lack [tmz-4] heal without a scar.
We injected an antibody against [Gelin1] into the tail.
[Gelin1] holds the cells of the stump together.
Cold water silences [tmz-4] and [RUDD2].
Mutants of the [RUDD2] gene have short tails.
The mutant newts were kept in tanks of ten litres.
[Limb2] is a close relative of [Limb1].
A second copy of [Limb2] makes the leg grow faster.
Newts were fed twice a week, and their legs were measured.
The [fen-12] protein binds the [Gelin1] receptor in the first week.
The level of [fen-12] falls when the leg is complete.
Loss of [fen-12] or of [RUDD2] delays the first toes.
All toes were counted by two observers.
Frogs have [Limb1] but no [Limb2].
We compared [RUDD1] and [RUDD2] in young newts.
The [RUDD1] protein was not detected in the tail.
Light had no effect on the legs.
"""
held_out = """
The [Limb7] gene is silent in old newts.
The [RUDD5] protein was not detected in the leg.
The tails of newts were measured in March.
Loss of [Gelin3] delays the first leg.
"""

# %%
nlp = spacy.blank("en")
nlp.tokenizer = scientific_tokenizer(nlp.vocab)


def examples(lines):
    """Yield an example a line, with what stands in brackets in doc.spans["gene_mentions"]."""
    for line in lines.strip().splitlines():
        text, spans = "", []
        for number, piece in enumerate(line.replace("]", "[").split("[")):
            if number % 2:
                spans.append((len(text), len(text) + len(piece)))
            text += piece
        gold = nlp.make_doc(text)
        gold.spans["gene_mentions"] = [
            gold.char_span(start, end, "GENE", alignment_mode="expand") for start, end in spans
        ]
        yield Example(nlp.make_doc(text), gold)


training = list(examples(marked))
print(
    len(training),
    "sentences,",
    sum(len(one.reference.spans["gene_mentions"]) for one in training),
    "genes",
)

# %% [markdown]
# The settings for few texts: all features count, none is thrown away, and confidences are not calibrated.

# %%
nlp.add_pipe("gene_mention_tagger")
nlp.config["initialize"]["components"]["gene_mention_tagger"] = {
    "features": "extended",
    "algorithm": "masked_lbfgs",
    "crf": {"c2": 1.0, "max_iterations": 50},
    "cutoff": 1,
    "prune": 0.0,
    "calibrate": 0.0,
}
nlp.initialize(lambda: training)
for one in examples(held_out):
    print([record["text"] for record in nlp(one.text)._.gene_mentions], "|", one.text)

# %% [markdown]
# The tagger that ships marks names alone, too; with its guideline `bc2gm` it marks what BioCreative II marks, "Limb7 gene"
# with all that belongs to it. Scores are those that `spacy evaluate` prints; on four sentences they say little.

# %%
shipped = spacy.load("spacy_citalign")
wide = spacy.load("spacy_citalign", config={"components.gene_mention_tagger.guideline": "bc2gm"})
for name, pipeline in (("mine", nlp), ("shipped", shipped), ("bc2gm", wide)):
    gold = [Example(pipeline.make_doc(one.text), one.reference) for one in examples(held_out)]
    scores = pipeline.evaluate(gold)
    print(f"{name:8}", *(f"{key} {scores[f'spans_gene_mentions_{key}']:.2f}" for key in "prf"))

# %% [markdown]
# Both in one pipeline: mine is a guideline that is chosen by name, and saved with the rest.

# %%
tagger = shipped.get_pipe("gene_mention_tagger")
tagger.add_guideline("newts", nlp.get_pipe("gene_mention_tagger"))
tagger.guidelines
