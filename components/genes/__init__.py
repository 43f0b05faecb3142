"""Gene mentions: the component, its training, readers, scorer, attributes."""
