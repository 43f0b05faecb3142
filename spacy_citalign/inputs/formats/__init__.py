"""Formats of full texts, each read into ``articles.Article``."""
