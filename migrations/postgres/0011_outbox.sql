-- What is to be told outside once it stands here: mails, calls of providers. A row goes when it was delivered.
CREATE TABLE outbox (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind TEXT NOT NULL,
    payload JSONB NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    -- From when on it may be told.
    ready_at TIMESTAMPTZ NOT NULL,
    -- When it may be tried next; while somebody tries, when another one may.
    due_at TIMESTAMPTZ NOT NULL,
    attempts BIGINT NOT NULL DEFAULT 0,
    -- Whoever tries.
    lease BYTEA,
    -- When it was given up.
    given_up_at TIMESTAMPTZ
);

CREATE INDEX outbox_by_due ON outbox (due_at) WHERE given_up_at IS NULL;
CREATE INDEX outbox_given_up ON outbox (given_up_at) WHERE given_up_at IS NOT NULL;
