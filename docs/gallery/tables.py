# %% [markdown]
# # Rows into Parquet, CSV and a DataFrame
#
# `ArrowAnnotator` takes a table and gives it back with more columns. It needs `pip install "spacy-citalign[parquet]"`,
# which brings pyarrow; `table.to_pandas()` and `polars.from_arrow(table)` go on from there.

# %%
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from pyarrow import csv

from spacy_citalign.app.batch.arrow import ArrowAnnotator

rows = pa.table(
    {
        "id": ["p1", "p2", "p3", "p4"],
        "year": [2018, 2019, 2019, 2021],
        "abstract": [
            "TP53 and MDM2 were measured in tumours of the skin.",
            "In mice, loss of Shh and of Ptch1 shortens the limb.",
            "MDM2 binds TP53 in the nucleus.",
            None,
        ],
    }
)
found = ArrowAnnotator(text_key="abstract")(rows)
print(found.column_names)

# %% [markdown]
# Genes are a list in each row. Flattened, they are a row each, for a spreadsheet:

# %%
parents = pc.list_parent_indices(found["gene_mentions"])
genes = pa.Table.from_struct_array(pc.list_flatten(found["gene_mentions"]))
flat = genes.select(["text", "kb_id", "confidence"])
flat = flat.add_column(0, "year", found["year"].take(parents)).add_column(
    0, "id", found["id"].take(parents)
)
csv.write_csv(flat.drop_columns("confidence"), "genes.csv")
with open("genes.csv", encoding="utf-8") as file:
    print(file.read(), end="")

# %% [markdown]
# How many texts name each gene, by id, so that spellings do not matter; and which rows failed:

# %%
counts = flat.group_by(["kb_id"]).aggregate([("id", "count_distinct"), ("text", "min")])
for row in sorted(counts.to_pylist(), key=lambda row: (-row["id_count_distinct"], row["text_min"])):
    print(row["id_count_distinct"], "texts:", row["text_min"], row["kb_id"])
failed = found.filter(pc.is_valid(found["error"]))
print(failed.select(["id", "error"]).to_pylist())

# %% [markdown]
# Parquet keeps the lists as they are; pandas, polars, DuckDB and R read it.

# %%
pq.write_table(found, "found.parquet")
print(pq.read_table("found.parquet", columns=["id", "gene_mentions"]).num_rows, "rows")
