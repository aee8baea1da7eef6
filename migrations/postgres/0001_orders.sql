-- Prices inside JSON are cents.

-- One row: the random name by which all nodes of one installation know each other.
CREATE TABLE installation (
    id TEXT NOT NULL PRIMARY KEY
);
INSERT INTO installation (id) VALUES (replace(gen_random_uuid()::text, '-', ''));

CREATE TABLE restaurants (
    id BIGINT NOT NULL PRIMARY KEY,
    external_id TEXT NOT NULL,
    display_name TEXT NOT NULL,
    street_address TEXT NOT NULL,
    postal_code TEXT NOT NULL,
    city TEXT NOT NULL,
    phone TEXT NOT NULL,
    email TEXT NOT NULL,
    lat DOUBLE PRECISION NOT NULL,
    lng DOUBLE PRECISION NOT NULL,
    has_websale BOOLEAN NOT NULL,
    has_delivery BOOLEAN NOT NULL,
    is_active BOOLEAN NOT NULL,
    no_delivery_tracking BOOLEAN NOT NULL,
    delivery_minutes BIGINT NOT NULL,
    pickup_minutes BIGINT NOT NULL,
    hours JSONB NOT NULL
);

-- Room on each page lets a status change stay on it (a heap-only update), so that no index is touched.
CREATE TABLE orders (
    id BIGINT NOT NULL GENERATED ALWAYS AS IDENTITY (START WITH 10001) PRIMARY KEY,
    restaurant_id BIGINT NOT NULL REFERENCES restaurants (id),
    order_type TEXT NOT NULL,
    external_id TEXT,
    key_name TEXT NOT NULL,
    status SMALLINT NOT NULL,
    seq BIGINT NOT NULL CHECK (seq >= 0),
    rev BIGINT NOT NULL CHECK (rev >= 0),
    changed_at TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
    placed_at TIMESTAMPTZ NOT NULL,
    pre_order_time TIMESTAMPTZ,
    promised_at TIMESTAMPTZ,
    planned_minutes BIGINT NOT NULL,
    estimate_made_at TIMESTAMPTZ,
    estimate_arrival TIMESTAMPTZ,
    estimate_earliest TIMESTAMPTZ,
    estimate_latest TIMESTAMPTZ,
    estimate_basis TEXT,
    over_at TIMESTAMPTZ,
    expires_at TIMESTAMPTZ NOT NULL,
    customer_name TEXT,
    customer_phone TEXT,
    street_address TEXT,
    apartment_number TEXT,
    city TEXT,
    postal_code TEXT,
    shipping_instruction TEXT,
    customer_lat DOUBLE PRECISION,
    customer_lng DOUBLE PRECISION,
    items JSONB NOT NULL,
    payment JSONB NOT NULL,
    key_salt BYTEA NOT NULL,
    key_version BIGINT NOT NULL,
    feedback_rating SMALLINT,
    feedback_text TEXT,
    feedback_first_at TIMESTAMPTZ,
    feedback_at TIMESTAMPTZ,
    UNIQUE (key_name, external_id)
) WITH (fillfactor = 70);

CREATE INDEX orders_open ON orders (restaurant_id) WHERE over_at IS NULL;

-- Append-only; `seq` is gapless per order, and the order's row holds the last one.
CREATE TABLE order_events (
    order_id BIGINT NOT NULL REFERENCES orders (id),
    seq BIGINT NOT NULL CHECK (seq >= 0),
    status SMALLINT NOT NULL,
    occurred_at TIMESTAMPTZ,
    recorded_at TIMESTAMPTZ NOT NULL,
    source TEXT NOT NULL,
    key_name TEXT NOT NULL,
    event_id TEXT,
    note TEXT,
    staff_note TEXT,
    PRIMARY KEY (order_id, seq)
);
CREATE UNIQUE INDEX order_events_event_id ON order_events (order_id, event_id) WHERE event_id IS NOT NULL;

-- The key itself is nowhere kept, only its SHA-256.
CREATE TABLE dispatch_keys (
    name TEXT NOT NULL PRIMARY KEY,
    sha256 BYTEA NOT NULL UNIQUE,
    restaurants JSONB NOT NULL,
    source TEXT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    revoked_at TIMESTAMPTZ
);
