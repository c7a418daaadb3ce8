"""A library and shared ones as one: what a search uses in place of one catalog and its indexes.

**Scores are those of one library.** A BM25 score depends on how many passages hold a word, so each
index weighs words by the sums over all libraries (`everywhere`), as Elasticsearch's search type
`dfs_query_then_fetch` does; passages with all words come before those with some, wherever they are.
Cosines of one model can be compared as they are; what another model has read is found by its words
alone. Equal scores go to the person's own passages, as only these can be opened.

What a shared library does not answer in time is left out, and said (`take_problems`).
"""
