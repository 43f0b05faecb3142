"""Ids of genes: the component, attributes, training and tables of genes."""
