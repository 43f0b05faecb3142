"""Training of the gene normaliser: ids of Examples, and the files that name genes."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from spacy.tokens import Doc
from spacy.training import Example

from ...atomic import atomic_write
from ...corpora.gene_tables import read_gene_info, read_hgnc
from ...errors import InputError, ModelFileError
from ...gene_ids.compiling import NamedGene, compile_table
from ...gene_ids.table import GeneTable
from ...gene_ids.training import AnnotatedText
from ..base.names import JOINED
from ..base.spans import get_character_spans, text_of
from .attributes import definitions_in

_HUMAN = 9606


def annotated_texts(
    examples: Iterable[Example], earlier: Callable[[Iterable[Doc]], Iterable[Doc]], key: str
) -> list[AnnotatedText]:
    """Return the references with their gold mentions, and those that are found before.

    Args:
        examples: with gold mentions in their references.
        earlier: annotates Docs as the components before this one do.
        key: the span group of the mentions.

    Raises:
        InputError: an id is malformed.
    """
    references = [example.reference for example in examples]
    tagged = earlier(_without(reference, key) for reference in references)
    return [annotated(doc, other, key) for doc, other in zip(references, tagged, strict=True)]


def annotated(reference: Doc, tagged: Doc, key: str) -> AnnotatedText:
    """Return a text with the gold mentions of a Doc, and those that were found in another of it."""
    text = text_of(reference)
    gold = gold_ids(reference, key)
    mentions = {(start, end): ids for start, end, ids in gold}
    for start, end in get_character_spans(tagged, key) or ():
        overlapped = [ids for a, b, ids in gold if a < end and start < b]
        if len(overlapped) <= 1:
            mentions.setdefault((start, end), overlapped[0] if overlapped else ())
    spans = sorted(mentions)
    return AnnotatedText(
        text,
        tuple(spans),
        tuple(mentions[span] for span in spans),
        tuple(definitions_in(reference, text)),
    )


def gold_ids(doc: Doc, key: str) -> list[tuple[int, int, tuple[int, ...]]]:
    """Return half-open characters and ids of the gold mentions of a Doc.

    Raises:
        InputError: a ``kb_id_`` is no id of NCBI Gene, or several of them joined by ";".
    """
    mentions = []
    offsets = get_character_spans(doc, key) or []
    for (start, end), span in zip(offsets, doc.spans.get(key, ()), strict=True):
        ids = [gene_id for gene_id in span.kb_id_.split(JOINED) if gene_id]
        if not all(gene_id.isdecimal() for gene_id in ids):
            raise InputError(
                f"the gold mention {span.text!r} has the kb_id {span.kb_id_!r}; give ids of NCBI "
                f"Gene, joined by {JOINED!r}"
            )
        mentions.append((start, end, tuple(map(int, ids))))
    return mentions


def _without(reference: Doc, key: str) -> Doc:
    """Return a copy of a Doc without its gold: with an empty group."""
    doc = reference.copy()
    doc.spans[key] = []
    return doc


def compile_files(genes: Iterable[str | Path], hgnc: str | Path | None = None) -> GeneTable:
    """Return the table of the genes of some files of NCBI Gene.

    Args:
        genes: the files (``gene_info``), plain or packed.
        hgnc: a table of the HUGO Gene Nomenclature Committee, whose aliases and previous symbols
            come to human genes.

    Raises:
        InputError: a file cannot be read, is no such table, or no gene is left.
    """
    files = [Path(file) for file in genes]
    named = (NamedGene(*gene) for file in files for gene in read_gene_info(file))
    table = compile_table(_with_aliases(named, hgnc))
    if not len(table.ids):
        names = ", ".join(map(str, files)) or "no file"
        raise InputError(f"there is no gene in {names}; give tables of NCBI Gene (gene_info)")
    return table


def write_table(genes: Iterable[str | Path], target: Path) -> GeneTable:
    """Compile files of NCBI Gene into one that ``tables`` of the component names.

    Raises:
        InputError: a file cannot be read or is no such table.
        OSError: the target cannot be written.
    """
    table = compile_files(genes)
    atomic_write(target, table.to_bytes())
    return table


def read_tables(paths: Iterable[str | Path]) -> list[GeneTable]:
    """Return tables that ``write_table`` wrote.

    Raises:
        ModelFileError: a file cannot be read, or is none of these.
    """
    tables = []
    for path in map(Path, paths):
        try:
            tables.append(GeneTable.from_bytes(path.read_bytes()))
        except OSError as error:
            raise ModelFileError(
                f"the table of genes {path} cannot be read ({error.strerror}); give a file that "
                "citalign gene-ids wrote"
            ) from error
        except ModelFileError as error:
            raise ModelFileError(
                f"{path}: {error}; make it of a table of NCBI Gene with citalign gene-ids"
            ) from error
    return tables


def _with_aliases(genes: Iterable[NamedGene], hgnc: str | Path | None) -> Iterator[NamedGene]:
    aliases = {} if hgnc is None else {gene.symbol: gene for gene in read_hgnc(hgnc)}
    for gene in genes:
        known = aliases.get(gene.symbol) if gene.taxon == _HUMAN else None
        if known is not None:
            more = dict.fromkeys((*gene.synonyms, *known.alias_symbols, *known.prev_symbols))
            gene = gene._replace(synonyms=tuple(more))
        yield gene
