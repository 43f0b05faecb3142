"""What a person looks at: marked text, tables and pages, made of plain records."""
