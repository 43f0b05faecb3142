"""Other add-ons of spaCy, and a script for each that uses it with the pipeline that ships.

A script prints what it found; it ends with an error where the two do not work together.
"""

from typing import NamedTuple

_START = """
import spacy
nlp = spacy.load("spacy_citalign", config={"components.gene_mention_tagger.ents": "keep"})
TEXT = "No p53 was found in pond frogs. Heat shock protein 70 (HSP70) binds MDM2 in pond frogs."
"""


class Plugin(NamedTuple):
    """A distribution, what else its script needs, and the script."""

    name: str
    script: str
    needs: tuple[str, ...] = ()

    @property
    def program(self) -> str:
        """The script, after the pipeline is loaded."""
        return _START + self.script


PLUGINS = (
    Plugin(
        "scispacy",
        """
from scispacy.abbreviation import AbbreviationDetector
nlp.add_pipe("abbreviation_detector", config={"make_serializable": True}, before="citance_aligner")
doc = nlp(TEXT)
assert doc._.gene_mentions
(found,) = doc._.abbreviations
print("abbreviation_detector:", found["short_text"], "=", found["long_text"])
""",
    ),
    Plugin(
        "pytextrank",
        """
import pytextrank
nlp.add_pipe("textrank")
doc = nlp(TEXT)
assert doc._.gene_mentions and doc._.phrases
print("textrank:", doc._.phrases[0].text)
""",
    ),
    Plugin(
        "negspacy",
        """
from negspacy.negation import Negex
nlp.add_pipe("negex", config={"ent_types": ["GENE"]})
negated = {entity.text: entity._.negex for entity in nlp(TEXT).ents}
assert negated["p53"] and not negated["MDM2"]
print("negex:", negated)
""",
    ),
    Plugin(
        "textacy",
        """
import textacy.extract
doc = nlp(TEXT)
chunks = [chunk.text for chunk in textacy.extract.noun_chunks(doc)]
assert "pond frogs" in chunks
keys = textacy.extract.keyterms.textrank(doc, topn=2)  # by lemmas, its default
assert keys[0][0]
print("noun_chunks:", chunks, "textrank:", keys[0][0])
""",
    ),
    Plugin(
        "spacy-llm",
        """
from collections.abc import Callable
from typing import Any, Iterable
from spacy_llm.registry import registry

def answer(prompts: Iterable[Iterable[Any]]) -> Iterable[Iterable[Any]]:
    return [["POND" for _ in batch] for batch in prompts]

@registry.llm_models("pond.Answers.v1")
def make_answers() -> Callable[[Iterable[Iterable[Any]]], Iterable[Iterable[Any]]]:
    return answer

task = {"@llm_tasks": "spacy.TextCat.v3", "labels": ["POND", "LAKE"]}
nlp.add_pipe("llm", config={"task": task, "model": {"@llm_models": "pond.Answers.v1"}})
doc = nlp(TEXT)
assert doc.cats["POND"] == 1.0
assert doc._.gene_mentions[0]["confidence"] > 0 and doc._.propositional_terms is not None
print("TextCat.v3 after ours:", len(doc._.gene_mentions), "gene mentions are kept")
""",
    ),
    Plugin(
        "spacy-transformers",
        """
import pathlib, tempfile
from transformers import BertConfig, BertModel, BertTokenizerFast
folder = pathlib.Path(tempfile.mkdtemp())
letters = [chr(number) for number in range(33, 127)]
words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *letters, *("##" + one for one in letters)]
(folder / "vocab.txt").write_text("\\n".join(words))
size = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2}
config = BertConfig(vocab_size=len(words), intermediate_size=16, **size)
BertModel(config).save_pretrained(folder)
BertTokenizerFast(vocab_file=str(folder / "vocab.txt")).save_pretrained(folder)
model = {"@architectures": "spacy-transformers.TransformerModel.v3", "name": str(folder)}
nlp.add_pipe("transformer", config={"model": model})
nlp.get_pipe("transformer").initialize(lambda: [], nlp=nlp)
doc = nlp(TEXT)
assert doc._.trf_data.model_output is not None and doc._.gene_mentions
print("transformer of random weights:", doc._.trf_data.model_output.last_hidden_state.shape)
""",
        needs=("sentencepiece",),
    ),
    Plugin(
        "medspacy",
        """
import medspacy
nlp.add_pipe("medspacy_context")
negated = {entity.text: entity._.is_negated for entity in nlp(TEXT).ents}
assert negated["p53"]
print("context:", negated)
""",
    ),
    Plugin(
        "pyate",
        """
import pyate
nlp.add_pipe("combo_basic")
doc = nlp(TEXT)
assert doc._.gene_mentions
print("combo_basic:", list(doc._.combo_basic.index)[:2])
""",
    ),
    Plugin(
        "spacy-conll",
        """
nlp.add_pipe("conll_formatter", config={"conversion_maps": {}, "ext_names": {}, "field_names": {}})
print("conll_formatter:", nlp(TEXT)._.conll_str.splitlines()[0])
""",
    ),
)
