CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;

CREATE TABLE folders (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, root NOT NULL UNIQUE);

-- number: engine.core.identity.document_number; path and directory: see stored_text
CREATE TABLE documents (
    number INTEGER PRIMARY KEY,
    folder INTEGER NOT NULL REFERENCES folders (id),
    path NOT NULL,
    directory NOT NULL,
    title TEXT NOT NULL,
    author TEXT NOT NULL,
    file_type TEXT NOT NULL,
    lang TEXT NOT NULL,
    trust INTEGER NOT NULL,
    date TEXT NOT NULL,
    size INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    inode INTEGER NOT NULL,
    indexed_at TEXT NOT NULL,
    chunker_version TEXT NOT NULL,
    chunk_count INTEGER NOT NULL,
    UNIQUE (folder, path)
);
CREATE INDEX documents_newest ON documents (mtime_ns DESC, number);

-- number: engine.core.identity.chunk_number; heading_path: JSON array
CREATE TABLE chunks (
    number INTEGER PRIMARY KEY,
    document INTEGER NOT NULL REFERENCES documents (number),
    position INTEGER NOT NULL,
    content_hash BLOB NOT NULL,
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    place_kind TEXT NOT NULL,
    place_start INTEGER NOT NULL,
    place_end INTEGER NOT NULL,
    start_column INTEGER,
    end_column INTEGER,
    heading_path TEXT NOT NULL,
    lang TEXT NOT NULL,
    is_code INTEGER NOT NULL,
    text TEXT NOT NULL
);
CREATE INDEX chunks_of_document ON chunks (document, position, content_hash);
CREATE INDEX chunks_by_content ON chunks (content_hash);

CREATE TABLE file_tags (
    document INTEGER NOT NULL, tag TEXT NOT NULL, PRIMARY KEY (document, tag)
) WITHOUT ROWID;
-- kept when the file goes away: they come back with it
CREATE TABLE user_tags (
    document INTEGER NOT NULL, tag TEXT NOT NULL, PRIMARY KEY (document, tag)
) WITHOUT ROWID;
CREATE INDEX file_tags_by_tag ON file_tags (tag);
CREATE INDEX user_tags_by_tag ON user_tags (tag);

CREATE TABLE failures (
    number INTEGER PRIMARY KEY,
    folder INTEGER NOT NULL REFERENCES folders (id),
    path NOT NULL,
    size INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    inode INTEGER NOT NULL,
    reason TEXT NOT NULL,
    detail TEXT NOT NULL,
    since TEXT NOT NULL
);

CREATE TABLE models (id INTEGER PRIMARY KEY, fingerprint TEXT NOT NULL UNIQUE);
-- the embedding cache: little-endian f16, L2-normalised
CREATE TABLE vectors (
    id INTEGER PRIMARY KEY,
    model INTEGER NOT NULL REFERENCES models (id),
    content_hash BLOB NOT NULL,
    vector BLOB NOT NULL
);
CREATE UNIQUE INDEX vectors_by_content ON vectors (model, content_hash);

-- op: put, delete, vector
CREATE TABLE outbox (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    generation INTEGER NOT NULL,
    op TEXT NOT NULL,
    chunk INTEGER NOT NULL
);
CREATE INDEX outbox_by_generation ON outbox (generation, seq);
-- generation: all that the index has followed; marker: what its own files said at that moment
CREATE TABLE indexed (
    name TEXT PRIMARY KEY, generation INTEGER NOT NULL, marker INTEGER NOT NULL
) WITHOUT ROWID;
