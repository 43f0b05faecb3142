"""Gene mentions: other taggers, the paper, and the choices behind what ships."""
