"""The pipeline that ships, from raw text."""
