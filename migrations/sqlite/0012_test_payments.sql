-- The book of the embedded payment provider, which moves no money.
CREATE TABLE test_payments (
    session_id TEXT NOT NULL PRIMARY KEY,
    order_id INTEGER NOT NULL,
    amount INTEGER NOT NULL CHECK (amount > 0),
    status TEXT NOT NULL,
    error_code INTEGER,
    -- Whether somebody made their choice at its page, or cannot make it any more.
    is_used INTEGER NOT NULL,
    -- When it pays by itself.
    pays_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX test_payments_due ON test_payments (pays_at) WHERE pays_at IS NOT NULL;
