-- Calls that came with an Idempotency-Key: each is made once, and its answer is kept for 24 hours.
CREATE TABLE idempotency_keys (
    -- A digest of the caller, the method, the path and the key.
    name BLOB PRIMARY KEY,
    -- A keyed digest of the body.
    body BLOB NOT NULL,
    -- Whoever makes the call; another one takes over where this one's answer is lost.
    run BLOB NOT NULL,
    begun_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    -- What the call made, written in the same transaction: a lost answer is written anew from it.
    made TEXT,
    status INTEGER,
    content_type TEXT,
    -- The answer's body, sealed.
    answer BLOB
) STRICT;

CREATE INDEX idempotency_keys_by_end ON idempotency_keys (expires_at);
