-- What was counted lately, by limit and subject: no restart forgets it, and all nodes count together.
CREATE TABLE rate_logs (
    -- A keyed digest of the limit and of whom or what it counts.
    name BYTEA NOT NULL PRIMARY KEY,
    -- The moments, the oldest first.
    entries BYTEA NOT NULL,
    -- When nothing of it counts any more.
    ends_at TIMESTAMPTZ NOT NULL
);

CREATE INDEX rate_logs_by_end ON rate_logs (ends_at);
