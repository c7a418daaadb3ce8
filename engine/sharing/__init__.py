"""Shared libraries: passages in a Milvus collection, searched like a local library.

`milvus://HOST:PORT/COLLECTION` stands for two collections. COLLECTION has a row for each passage,
with its text, the document data of a hit, the filter columns, a sparse vector for words and a dense
one for meaning. COLLECTION_publishers contains the publishers and their term statistics. The rows
contain everything: hits, previews of text, exports and copies need no files.

    address      milvus://HOST:PORT/COLLECTION
    server       timeouts, retries, the circuit breaker; checks what a server returns
    columns      the filters as columns and as a condition
    rows         a passage as a row and back; sparse vectors
    terms        the number of passages that contain each term, by publisher
    collection   what all passages of a collection have in common
    documents, lexical, vectors    the three readers of a shard
    libraries    the shared libraries of a search, queried with a deadline
    share, publishing, selection   publish a library, or a part of it
    copying      copy a shared library to a local one

**Words have the same meaning as in a local library.** Milvus has its own text analysis and BM25
function, but not every server has a tokeniser that preserves terms (milvus-lite has none), and its
term statistics cover only one shard. Therefore the sparse vectors are computed here, from the same
terms as in the local index, each with its BM25 weight without the rarity. A query's vector contains
the rarities, from the statistics of all publishers. The inner product is the BM25 score, on any
server and with any sharding. The server returns its best passages, several times as many as
requested. They are then evaluated here, in memory, by the code of the local index: for phrases,
prefixes, fuzzy words, names and exclusions, and for whether they contain all words. Other passages
are not considered; the explanation states how many were. Path patterns are filtered roughly by the
server and exactly here.

**Publishers own their rows.** A row's number is a hash of publisher and passage, so the same path
of two publishers is two documents. Publishing compares documents with the published ones. It may be
interrupted at any time and run again. The first passage of a document contains its version, and is
written with it after all others.
"""
