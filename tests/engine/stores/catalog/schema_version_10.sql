-- The tables of a catalog of version 9, as SQLite keeps them.
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
    text TEXT NOT NULL,
    place_label TEXT NOT NULL DEFAULT '',
    symbol TEXT NOT NULL DEFAULT '',
    region TEXT NOT NULL DEFAULT ''
);
CREATE INDEX chunks_by_content ON chunks (content_hash);
CREATE INDEX chunks_of_document ON chunks (document, position, content_hash);
CREATE TABLE collection (
    id TEXT PRIMARY KEY, position INTEGER NOT NULL, note TEXT NOT NULL, passage TEXT NOT NULL
) WITHOUT ROWID
;
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
    digest BLOB NOT NULL DEFAULT x'',
    own_trust INTEGER NOT NULL DEFAULT 0,
    publication TEXT NOT NULL DEFAULT '{}',
    changed_ns INTEGER NOT NULL DEFAULT 0,
    issued TEXT NOT NULL DEFAULT '',
    UNIQUE (folder, path)
);
CREATE INDEX documents_by_digest ON documents (digest, size);
CREATE INDEX documents_by_version ON documents (size, mtime_ns);
CREATE INDEX documents_newest ON documents (mtime_ns DESC, number);
CREATE TABLE failures (
    number INTEGER PRIMARY KEY,
    folder INTEGER NOT NULL REFERENCES folders (id),
    path NOT NULL,
    size INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    inode INTEGER NOT NULL,
    reason TEXT NOT NULL,
    detail TEXT NOT NULL,
    since TEXT NOT NULL,
    changed_ns INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE file_tags (
    document INTEGER NOT NULL, tag TEXT NOT NULL, PRIMARY KEY (document, tag)
) WITHOUT ROWID;
CREATE TABLE folders (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    root NOT NULL UNIQUE,
    rules TEXT NOT NULL DEFAULT '{}',
    mounts TEXT NOT NULL DEFAULT '{}'
);
CREATE TABLE indexed (
    name TEXT PRIMARY KEY, generation INTEGER NOT NULL, marker INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE members (
    document INTEGER PRIMARY KEY, file INTEGER NOT NULL, file_path NOT NULL
);
CREATE INDEX members_of_file ON members (file)
;
CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE models (id INTEGER PRIMARY KEY, fingerprint TEXT NOT NULL UNIQUE);
CREATE TABLE opened (document INTEGER PRIMARY KEY, at INTEGER NOT NULL);
CREATE TABLE outbox (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    generation INTEGER NOT NULL,
    op TEXT NOT NULL,
    chunk INTEGER NOT NULL
);
CREATE INDEX outbox_by_generation ON outbox (generation, seq);
CREATE TABLE tags (
    document INTEGER NOT NULL, tag TEXT NOT NULL, PRIMARY KEY (document, tag)
) WITHOUT ROWID;
CREATE INDEX tags_by_tag ON tags (tag);
CREATE TABLE user_tags (
    place NOT NULL, tag TEXT NOT NULL, PRIMARY KEY (place, tag)
) WITHOUT ROWID;
CREATE TABLE user_trust (place NOT NULL PRIMARY KEY, level INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE vectors (
    id INTEGER PRIMARY KEY,
    model INTEGER NOT NULL REFERENCES models (id),
    content_hash BLOB NOT NULL,
    vector BLOB NOT NULL
);
CREATE UNIQUE INDEX vectors_by_content ON vectors (model, content_hash);
