-- What is to be told outside once it stands here: mails, calls of providers. A row goes when it was delivered.
CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL CHECK (json_valid(payload)),
    created_at INTEGER NOT NULL,
    -- From when on it may be told.
    ready_at INTEGER NOT NULL,
    -- When it may be tried next; while somebody tries, when another one may.
    due_at INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    -- Whoever tries.
    lease BLOB,
    -- When it was given up.
    given_up_at INTEGER
) STRICT;

CREATE INDEX outbox_by_due ON outbox (due_at) WHERE given_up_at IS NULL;
CREATE INDEX outbox_given_up ON outbox (given_up_at) WHERE given_up_at IS NOT NULL;
