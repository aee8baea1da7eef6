-- Money that goes back, wholly or in part. Amounts are cents.
CREATE TABLE refunds (
    order_id BIGINT NOT NULL REFERENCES checkouts (id),
    -- Counted from 1 within the order.
    number BIGINT NOT NULL,
    -- The try whose money it is; none for what a gift card paid.
    session_id TEXT REFERENCES payment_tries (session_id),
    amount BIGINT NOT NULL CHECK (amount > 0),
    reason TEXT NOT NULL,
    actor_kind TEXT NOT NULL,
    actor_name TEXT NOT NULL,
    asked_at TIMESTAMPTZ NOT NULL,
    -- When the provider had sent it.
    done_at TIMESTAMPTZ,
    PRIMARY KEY (order_id, number)
);

-- What the embedded provider has sent back, each refund once.
CREATE TABLE test_refunds (
    session_id TEXT NOT NULL REFERENCES test_payments (session_id),
    number BIGINT NOT NULL,
    amount BIGINT NOT NULL CHECK (amount > 0),
    PRIMARY KEY (session_id, number)
);
