"""Which references name the same work, and what works and articles are called."""
