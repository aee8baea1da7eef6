-- The people of the chain, what they are signed in with, and by what they find orders.

-- One row for each address, for good: whoever comes back gets it again. An empty list of restaurants
-- is all of them.
CREATE TABLE staff (
    id BIGINT NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    email TEXT NOT NULL UNIQUE,
    password_hash TEXT NOT NULL,
    must_change BOOLEAN NOT NULL,
    restaurants JSONB NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    removed_at TIMESTAMPTZ
);

-- Tokens are nowhere kept, only their SHA-256.
CREATE TABLE staff_sessions (
    id BIGINT NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    sha256 BYTEA NOT NULL UNIQUE,
    staff_id BIGINT NOT NULL REFERENCES staff (id),
    created_at TIMESTAMPTZ NOT NULL,
    last_seen_at TIMESTAMPTZ NOT NULL,
    expires_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX staff_sessions_staff ON staff_sessions (staff_id);

CREATE TABLE live_tokens (
    sha256 BYTEA NOT NULL PRIMARY KEY,
    session_id BIGINT NOT NULL REFERENCES staff_sessions (id) ON DELETE CASCADE,
    expires_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX live_tokens_session ON live_tokens (session_id);

-- What an order is found by beside its number: small and apart, so that looking through all of it is
-- quick. A row goes with the contact data that it was made of. Compared byte by byte, as SQLite does.
CREATE TABLE order_search (
    order_id BIGINT NOT NULL PRIMARY KEY REFERENCES orders (id),
    restaurant_id BIGINT NOT NULL,
    phone TEXT COLLATE "C",
    words TEXT COLLATE "C" NOT NULL
);
CREATE INDEX order_search_phone ON order_search (phone) WHERE phone IS NOT NULL;

INSERT INTO order_search (order_id, restaurant_id, phone, words)
SELECT
    id,
    restaurant_id,
    replace(replace(replace(customer_phone, ' ', ''), '-', ''), '+358', '0'),
    replace(replace(replace(lower(
        coalesce(customer_name, '') || ' ' || coalesce(street_address, '') || ' ' || coalesce(postal_code, '') || ' '
        || coalesce(city, '')
    ), 'Ä', 'ä'), 'Ö', 'ö'), 'Å', 'å')
FROM orders;

-- The newest orders of a restaurant.
CREATE INDEX orders_restaurant ON orders (restaurant_id, id);

-- When the contact data of an order was taken away; those that still have some, by when they ended.
-- What an order's end changes is in an index already, so that this one costs statuses nothing.
ALTER TABLE orders ADD COLUMN anonymised_at TIMESTAMPTZ;
CREATE INDEX orders_ended ON orders ((coalesce(over_at, expires_at))) WHERE anonymised_at IS NULL;
