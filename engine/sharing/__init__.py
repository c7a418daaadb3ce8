"""A library that many share: passages in a Milvus collection, searched as one's own library is.

`milvus://HOST:PORT/COLLECTION` names two collections: COLLECTION has a row for each passage, with
its text, what a hit shows of its document, what filters compare, a sparse vector for words and a
dense one for meaning; COLLECTION_publishers has what is known of each publisher and its statistics
of terms. The rows are all there is: hits, previews of text, exports and copies need no file.

address     milvus://HOST:PORT/COLLECTION
server      time-outs, retries, the circuit breaker; what a server returns is checked
columns     the filters as columns and as a condition
rows        a passage as a row and back; sparse vectors
terms       how many passages hold each term, by publisher
collection  what all of a collection has in common
documents, lexical, vectors    the three readers of a shard
libraries   the shared libraries of a search, asked within a deadline
share, publishing, selection   publish a library, or a part of it
copying     makes a library of a shared one

**Words mean the same as in a library of one's own.** Milvus analyses and weighs texts itself, by a
BM25 function, but not every server has a tokeniser that leaves terms as they are (milvus-lite has
none), and statistics are those of a shard. So the sparse vectors are made here, of the same terms
as the embedded index has, each with its BM25 weight but for the rarity; a query's vector has the
rarities, from the statistics of all publishers. The inner product is the BM25 score, on any server
and however it is sharded. Phrases, beginnings, similar words, names, exclusions and which passages
hold all the words are then decided here, by the embedded index's own code, in memory, on the
passages that the server found best: several times as many as are asked for. What lies below those
is not seen; the explanation says how many were looked at. Path patterns are filtered roughly by the
server and exactly here.

**A publisher's rows are its own.** A row's number is a hash of publisher and passage, so equal
paths of two publishers are two documents. Publishing compares documents with what is there: it may
be ended at any moment and run again. The first passage of a document carries its version, and is
written with it only after the others.
"""
