"""Gene mentions by bi-directional conditional random fields (Hsu et al. 2008)."""
