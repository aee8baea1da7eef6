-- The book of the embedded payment provider, which moves no money.
CREATE TABLE test_payments (
    session_id TEXT NOT NULL PRIMARY KEY,
    order_id BIGINT NOT NULL,
    amount BIGINT NOT NULL CHECK (amount > 0),
    status TEXT NOT NULL,
    error_code BIGINT,
    -- Whether somebody made their choice at its page, or cannot make it any more.
    is_used BOOLEAN NOT NULL,
    -- When it pays by itself.
    pays_at TIMESTAMPTZ
);
CREATE INDEX test_payments_due ON test_payments (pays_at) WHERE pays_at IS NOT NULL;
