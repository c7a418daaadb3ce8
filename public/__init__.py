"""Twofold: desktop search over your own documents, by keywords and by meaning."""
