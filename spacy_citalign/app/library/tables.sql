-- The tables of a library, version 1. Names are hashes of 64 bits (``names.name_hash``) where only
-- equality counts. The order of appearance is that of (article, number of its reference).

CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

-- An article that is in. ``whole`` is 0 while more of its rows may come.
CREATE TABLE articles (
    id INTEGER PRIMARY KEY,
    identity TEXT NOT NULL UNIQUE,  -- what two versions share: "doi:...", else a digest
    source TEXT NOT NULL,           -- its name, which its citances carry
    about TEXT NOT NULL,            -- JSON
    origin TEXT NOT NULL,           -- the file that it is from
    whole INTEGER NOT NULL,
    is_pdf INTEGER NOT NULL,
    citations INTEGER NOT NULL,
    facts TEXT NOT NULL,            -- JSON: unresolved, left_out, listed, unfound
    uncited BLOB                    -- zlib of JSON: [key, known, position, label] of references
                                    -- with titles that no sentence cites
);
-- By which a cited work, or another version of the article, finds it.
CREATE TABLE article_names (
    name INTEGER NOT NULL, article INTEGER NOT NULL, PRIMARY KEY (name, article)
) WITHOUT ROWID;
-- Versions of an article that were left out for it, by which its others are known.
CREATE TABLE doubles (
    article INTEGER NOT NULL,
    origin TEXT NOT NULL,
    identity TEXT NOT NULL,
    about TEXT NOT NULL,
    is_pdf INTEGER NOT NULL,
    citations INTEGER NOT NULL,
    PRIMARY KEY (article, origin, identity)
) WITHOUT ROWID;
CREATE TABLE texts (article INTEGER PRIMARY KEY, content BLOB NOT NULL);  -- zlib of JSON

CREATE TABLE sections (
    id INTEGER PRIMARY KEY, path TEXT NOT NULL, kind TEXT NOT NULL, UNIQUE (path, kind)
);
-- A citing sentence, once, in the order of its article.
CREATE TABLE sentences (
    id INTEGER PRIMARY KEY,
    article INTEGER NOT NULL,
    start INTEGER,
    "end" INTEGER,
    section INTEGER,
    text TEXT NOT NULL,
    marks TEXT NOT NULL,            -- JSON: [start, end, start, end, ...] of all its marks
    more TEXT                       -- JSON: prefix, suffix, before, and what else was given
);
CREATE INDEX sentences_of_article ON sentences (article, start);

-- What lists of references say of a work in the same words and fields, once.
CREATE TABLE records (
    id INTEGER PRIMARY KEY, unit INTEGER NOT NULL, digest INTEGER NOT NULL, known TEXT NOT NULL
);
CREATE INDEX records_by_digest ON records (digest);
CREATE INDEX records_of_unit ON records (unit);
-- Records of the same names, which are told apart by nothing (``citations.work_clusters.Unit``).
CREATE TABLE units (
    id INTEGER PRIMARY KEY,
    digest INTEGER NOT NULL,
    key TEXT NOT NULL,              -- what the work is called if nothing is known of it, else ""
    count INTEGER NOT NULL,         -- of references
    work INTEGER NOT NULL,          -- 0 until it is known
    weighed INTEGER NOT NULL        -- what counts of references matter to (``clustering``)
);
CREATE INDEX units_by_digest ON units (digest);
CREATE INDEX units_of_work ON units (work);
CREATE TABLE unit_names (
    name INTEGER NOT NULL, unit INTEGER NOT NULL, PRIMARY KEY (name, unit)
) WITHOUT ROWID;
-- Titles of units in normal form, by author and year: each once in the order of its letters, and,
-- with another hash of author and year, in that of its letters backwards. ``start`` are the first.
CREATE TABLE titles (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
CREATE TABLE title_order (
    date INTEGER NOT NULL, start TEXT NOT NULL, title INTEGER NOT NULL,
    PRIMARY KEY (date, start, title)
) WITHOUT ROWID;

-- A cited work.
CREATE TABLE works (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL,
    articles INTEGER NOT NULL,
    citances INTEGER NOT NULL,
    first INTEGER NOT NULL,         -- its first reference
    changed INTEGER NOT NULL,       -- the change of the library that its citances are from
    name TEXT,                      -- what the key is made of where another work has the same name
    apart TEXT                      -- JSON: identifiers in its references that are of other works;
                                    -- NULL for a work of one unit that has nothing of another
);
CREATE INDEX works_by_key ON works (key);
CREATE INDEX works_by_name ON works (name) WHERE name IS NOT NULL;
CREATE INDEX works_by_size ON works (articles DESC, citances DESC, first)
    WHERE articles > 1 OR citances > 1;

-- A work in the list of an article; its id is article << 20 | number, the number that of
-- ``CollectedArticle.references``, so that ids are in the order of appearance.
CREATE TABLE refs (
    id INTEGER PRIMARY KEY,
    record INTEGER NOT NULL,
    position INTEGER NOT NULL,
    label TEXT NOT NULL,
    key TEXT NOT NULL               -- what the article calls the work, "" where it is its name
);
CREATE INDEX refs_of_record ON refs (record);
-- A sentence for each work that it cites; ``marks`` are the numbers of those that cite the work.
CREATE TABLE citances (
    reference INTEGER NOT NULL, sentence INTEGER NOT NULL, marks TEXT NOT NULL,
    PRIMARY KEY (reference, sentence)
) WITHOUT ROWID;

CREATE VIRTUAL TABLE sentence_words USING fts5(
    text, content = 'sentences', content_rowid = 'id',
    tokenize = 'porter unicode61 remove_diacritics 2'
);
-- Author, year and title of units, each in normal form.
CREATE VIRTUAL TABLE unit_words USING fts5(
    words, content = '', detail = 'none', columnsize = 0,
    tokenize = 'unicode61 remove_diacritics 2'
);

-- Answers that were asked for: the row, zlib. Thrown away when ``works.changed`` is later.
CREATE TABLE answers (
    work INTEGER NOT NULL,
    setup TEXT NOT NULL,            -- digest of pipeline, versions and settings
    changed INTEGER NOT NULL,
    line INTEGER NOT NULL,          -- hash of the group that was aligned
    row BLOB NOT NULL,
    PRIMARY KEY (work, setup)
) WITHOUT ROWID;

-- Files that were read whole, and what could not be read.
CREATE TABLE files (digest BLOB PRIMARY KEY, name TEXT NOT NULL, articles INTEGER NOT NULL)
    WITHOUT ROWID;
CREATE TABLE failures (
    id INTEGER PRIMARY KEY, file TEXT NOT NULL, digest BLOB, problem TEXT NOT NULL
);
CREATE INDEX failures_of_file ON failures (file);

CREATE TABLE retractions (
    name TEXT PRIMARY KEY,          -- "doi:...", "pmid:..."
    date TEXT NOT NULL,             -- of the notice, YYYY-MM-DD, or ""
    nature TEXT NOT NULL,           -- "Retraction", "Expression of concern", ...
    notice TEXT NOT NULL,           -- DOI of the notice, or ""
    reasons TEXT NOT NULL           -- JSON list
) WITHOUT ROWID;
