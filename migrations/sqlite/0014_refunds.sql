-- Money that goes back, wholly or in part. Amounts are cents.
CREATE TABLE refunds (
    order_id INTEGER NOT NULL REFERENCES checkouts (id),
    -- Counted from 1 within the order.
    number INTEGER NOT NULL,
    -- The try whose money it is; none for what a gift card paid.
    session_id TEXT REFERENCES payment_tries (session_id),
    amount INTEGER NOT NULL CHECK (amount > 0),
    reason TEXT NOT NULL,
    actor_kind TEXT NOT NULL,
    actor_name TEXT NOT NULL,
    asked_at INTEGER NOT NULL,
    -- When the provider had sent it.
    done_at INTEGER,
    PRIMARY KEY (order_id, number)
) STRICT, WITHOUT ROWID;

-- What the embedded provider has sent back, each refund once.
CREATE TABLE test_refunds (
    session_id TEXT NOT NULL REFERENCES test_payments (session_id),
    number INTEGER NOT NULL,
    amount INTEGER NOT NULL CHECK (amount > 0),
    PRIMARY KEY (session_id, number)
) STRICT, WITHOUT ROWID;
