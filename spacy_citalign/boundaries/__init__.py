"""Sentence boundaries in scientific text: characters in, offsets out, with no need of tokens.

Each place at which a sentence may begin is decided by itself, by a log-linear model of what stands
around it: Reynar & Ratnaparkhi (1997), "A maximum entropy approach to identifying sentence
boundaries", ANLP. The rest is ours: what such a place is (``layout``, ``chunks``), what is seen of
it (``features``), what is learned from, copies of texts in other layouts among it (``training``),
and the ``model``, its file, and how it reads texts, but for starts that rules forbid.
"""
