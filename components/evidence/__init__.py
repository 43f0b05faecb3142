"""Evidence in a cited article for what citing sentences say of it."""
