-- Ordering by telephone: customers are found by their number, and orders tied to an account by whoever answers the call.

-- In the spelling by which numbers are compared; empty where an account has none.
ALTER TABLE customers ADD COLUMN phone_digits TEXT NOT NULL DEFAULT '';
CREATE INDEX customers_phone ON customers (phone_digits) WHERE erased_at IS NULL;

-- Whether the account that it belongs to sees neither where it went nor its key: it was ordered by telephone, and for a door
-- that was none of the account's addresses.
ALTER TABLE checkouts ADD COLUMN hides_contact BOOLEAN NOT NULL DEFAULT FALSE;

-- Who looked for customers, and whom they were shown.
CREATE TABLE customer_searches (
    id BIGINT NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    actor_kind TEXT NOT NULL,
    actor_name TEXT NOT NULL,
    searched_at TIMESTAMPTZ NOT NULL,
    -- A keyed digest of the number.
    phone_hash BYTEA NOT NULL,
    -- Numbers of accounts.
    customer_ids JSONB NOT NULL
);
CREATE INDEX customer_searches_by_time ON customer_searches (searched_at);
