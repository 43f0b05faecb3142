"""One Doc of several texts or Docs, and Docs of parts of a Doc."""
