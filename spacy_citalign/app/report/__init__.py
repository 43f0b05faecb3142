"""Pages and tables for people, made of plain records."""
