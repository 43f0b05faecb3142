# %% [markdown]
# # Genes with ids, as a table
#
# Abstracts in, a row for each gene out: how it is written, its id in NCBI Gene, and how sure that is.

# %%
import spacy

nlp = spacy.load("spacy_citalign")
abstracts = {
    "a1": "In patients with early tumours, TP53 and its inhibitor MDM2 were measured. "
    "Only MDM2 was high.",
    "a2": "We made mice without Shh in the limb bud. Their digits were lost, and Ptch1 was silent.",
    "a3": "In zebrafish, ptch1 is expressed in the fin bud.",
    "a4": "The pond was sampled every week from March to October.",
}

# %% [markdown]
# The species is found out in each text: `Shh` of mice has another id than `SHH` of people. A text about something
# else has no genes, and a gene whose id is not sure enough has none (`-`).

# %%
print(f"{'text':5} {'gene':6} {'NCBI Gene':>10} {'sure':>5}  reason")
for key, doc in zip(abstracts, nlp.pipe(abstracts.values()), strict=True):
    if not doc.spans["gene_mentions"]:
        print(f"{key:5} -")
    for span in doc.spans["gene_mentions"]:
        best = span._.gene_ids[0] if span._.gene_ids else {"confidence": 0.0, "reason": "-"}
        print(
            f"{key:5} {span.text:6} {span.kb_id_ or '-':>10} {best['confidence']:5.2f}  {best['reason']}"
        )

# %% [markdown]
# The species of each text:

# %%
for key, doc in zip(abstracts, nlp.pipe(abstracts.values()), strict=True):
    print(key, [(one["name"], one["taxon"]) for one in doc._.species])

# %% [markdown]
# Genes and species in the text:

# %%
from spacy import displacy

doc = nlp(" ".join(list(abstracts.values())[:3]))
doc.spans["sc"] = [*doc.spans["gene_mentions"], *doc.spans["species"]]
displacy.render(doc, style="span", jupyter=False)
