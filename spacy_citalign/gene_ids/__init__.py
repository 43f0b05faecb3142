"""Ids of genes: species in a text, tables of gene names as hashes, candidates, ranking."""
