-- Times are whole microseconds since 1970, UTC. Prices inside JSON are cents.

-- One row: the random name by which all nodes of one installation know each other.
CREATE TABLE installation (
    id TEXT NOT NULL PRIMARY KEY
) STRICT;
INSERT INTO installation (id) VALUES (lower(hex(randomblob(16))));

CREATE TABLE restaurants (
    id INTEGER NOT NULL PRIMARY KEY,
    external_id TEXT NOT NULL,
    display_name TEXT NOT NULL,
    street_address TEXT NOT NULL,
    postal_code TEXT NOT NULL,
    city TEXT NOT NULL,
    phone TEXT NOT NULL,
    email TEXT NOT NULL,
    lat REAL NOT NULL,
    lng REAL NOT NULL,
    has_websale INTEGER NOT NULL,
    has_delivery INTEGER NOT NULL,
    is_active INTEGER NOT NULL,
    no_delivery_tracking INTEGER NOT NULL,
    delivery_minutes INTEGER NOT NULL,
    pickup_minutes INTEGER NOT NULL,
    hours TEXT NOT NULL CHECK (json_valid(hours))
) STRICT;

-- AUTOINCREMENT: a number that a customer has read is never given to another order.
CREATE TABLE orders (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    restaurant_id INTEGER NOT NULL REFERENCES restaurants (id),
    order_type TEXT NOT NULL,
    external_id TEXT,
    key_name TEXT NOT NULL,
    status INTEGER NOT NULL,
    seq INTEGER NOT NULL CHECK (seq >= 0),
    rev INTEGER NOT NULL CHECK (rev >= 0),
    changed_at INTEGER NOT NULL DEFAULT (CAST(unixepoch('now', 'subsec') * 1000000 AS INTEGER)),
    placed_at INTEGER NOT NULL,
    pre_order_time INTEGER,
    promised_at INTEGER,
    planned_minutes INTEGER NOT NULL,
    estimate_made_at INTEGER,
    estimate_arrival INTEGER,
    estimate_earliest INTEGER,
    estimate_latest INTEGER,
    estimate_basis TEXT,
    over_at INTEGER,
    expires_at INTEGER NOT NULL,
    customer_name TEXT,
    customer_phone TEXT,
    street_address TEXT,
    apartment_number TEXT,
    city TEXT,
    postal_code TEXT,
    shipping_instruction TEXT,
    customer_lat REAL,
    customer_lng REAL,
    items TEXT NOT NULL CHECK (json_valid(items)),
    payment TEXT NOT NULL CHECK (json_valid(payment)),
    key_salt BLOB NOT NULL,
    key_version INTEGER NOT NULL,
    feedback_rating INTEGER,
    feedback_text TEXT,
    feedback_first_at INTEGER,
    feedback_at INTEGER,
    UNIQUE (key_name, external_id)
) STRICT;
INSERT INTO sqlite_sequence (name, seq) VALUES ('orders', 10000);

CREATE INDEX orders_open ON orders (restaurant_id) WHERE over_at IS NULL;

-- Append-only; `seq` is gapless per order, and the order's row holds the last one.
CREATE TABLE order_events (
    order_id INTEGER NOT NULL REFERENCES orders (id),
    seq INTEGER NOT NULL CHECK (seq >= 0),
    status INTEGER NOT NULL,
    occurred_at INTEGER,
    recorded_at INTEGER NOT NULL,
    source TEXT NOT NULL,
    key_name TEXT NOT NULL,
    event_id TEXT,
    note TEXT,
    staff_note TEXT,
    PRIMARY KEY (order_id, seq)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX order_events_event_id ON order_events (order_id, event_id) WHERE event_id IS NOT NULL;

-- The key itself is nowhere kept, only its SHA-256.
CREATE TABLE dispatch_keys (
    name TEXT NOT NULL PRIMARY KEY,
    sha256 BLOB NOT NULL UNIQUE,
    restaurants TEXT NOT NULL CHECK (json_valid(restaurants)),
    source TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    revoked_at INTEGER
) STRICT;
