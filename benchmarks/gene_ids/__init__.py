"""Ids of genes."""
