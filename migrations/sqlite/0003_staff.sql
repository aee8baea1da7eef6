-- The people of the chain, what they are signed in with, and by what they find orders.

-- One row for each address, for good: whoever comes back gets it again. An empty list of restaurants
-- is all of them.
CREATE TABLE staff (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    email TEXT NOT NULL UNIQUE,
    password_hash TEXT NOT NULL,
    must_change INTEGER NOT NULL,
    restaurants TEXT NOT NULL CHECK (json_valid(restaurants)),
    created_at INTEGER NOT NULL,
    removed_at INTEGER
) STRICT;

-- Tokens are nowhere kept, only their SHA-256. AUTOINCREMENT: a line that outlives its session must
-- not find another's under the same number.
CREATE TABLE staff_sessions (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    sha256 BLOB NOT NULL UNIQUE,
    staff_id INTEGER NOT NULL REFERENCES staff (id),
    created_at INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX staff_sessions_staff ON staff_sessions (staff_id);

CREATE TABLE live_tokens (
    sha256 BLOB NOT NULL PRIMARY KEY,
    session_id INTEGER NOT NULL REFERENCES staff_sessions (id) ON DELETE CASCADE,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX live_tokens_session ON live_tokens (session_id);

-- What an order is found by beside its number: small and apart, so that looking through all of it is
-- quick. A row goes with the contact data that it was made of.
CREATE TABLE order_search (
    order_id INTEGER NOT NULL PRIMARY KEY REFERENCES orders (id),
    restaurant_id INTEGER NOT NULL,
    phone TEXT,
    words TEXT NOT NULL
) STRICT;
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
ALTER TABLE orders ADD COLUMN anonymised_at INTEGER;
CREATE INDEX orders_ended ON orders (coalesce(over_at, expires_at)) WHERE anonymised_at IS NULL;
