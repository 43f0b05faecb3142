"""What all components share: pipes, settings, spans, names."""
