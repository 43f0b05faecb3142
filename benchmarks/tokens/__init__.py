"""Tokens from text beside other tokenizers."""
