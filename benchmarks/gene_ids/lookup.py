"""The peer: a dictionary of human symbols and aliases, looked up without regard to case."""

from collections.abc import Sequence

from spacy_citalign.corpora.gene_tables import read_gene_info

from .corpora import SPECIES, gene_files


class Lookup:
    """Every mention that is a symbol or an alias of a human gene gets its id; symbols go first."""

    def __init__(self) -> None:
        self._ids: dict[str, int] = {}
        genes = [g for g in read_gene_info(gene_files()["human"]) if g.kind != "biological-region"]
        for listed in ([(g, (g.symbol,)) for g in genes], [(g, g.synonyms) for g in genes]):
            for gene, names in listed:
                for name in names:
                    self._ids.setdefault(name.lower(), gene.gene_id)

    def __call__(self, text: str, spans: Sequence[tuple[int, int]]) -> list[list[tuple[int, int]]]:
        """The id and the taxon of each mention, if any."""
        found = [self._ids.get(text[start:end].lower()) for start, end in spans]
        return [[] if gene is None else [(gene, SPECIES["human"])] for gene in found]
