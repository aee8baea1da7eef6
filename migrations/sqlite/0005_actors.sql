-- Who did what is a kind and a name: not only dispatch keys place orders and report statuses any more. All that stands
-- came with a key.
--
-- SQLite takes no constraint from a table that stands, so these are written anew. Meanwhile foreign keys are not
-- enforced; all of them are checked before the commit (crates/store/src/migrations.rs).

CREATE TABLE orders_new (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    restaurant_id INTEGER NOT NULL REFERENCES restaurants (id),
    order_type TEXT NOT NULL,
    external_id TEXT,
    actor_kind TEXT NOT NULL,
    actor_name TEXT NOT NULL,
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
    batch_id TEXT REFERENCES batches (id),
    car_id TEXT,
    stop INTEGER,
    stops_before INTEGER,
    batch_minutes INTEGER,
    batch_updated_at INTEGER,
    batch_departed_at INTEGER,
    anonymised_at INTEGER,
    CHECK (
        (batch_id IS NULL) = (stop IS NULL) AND (batch_id IS NULL) = (stops_before IS NULL)
        AND (batch_id IS NULL) = (batch_updated_at IS NULL) AND (batch_id IS NULL OR car_id IS NOT NULL)
        AND (batch_id IS NOT NULL OR (batch_minutes IS NULL AND batch_departed_at IS NULL))
    )
) STRICT;

INSERT INTO orders_new (
    id, restaurant_id, order_type, external_id, actor_kind, actor_name, status, seq, rev, changed_at, placed_at, pre_order_time,
    promised_at, planned_minutes, estimate_made_at, estimate_arrival, estimate_earliest, estimate_latest,
    estimate_basis, over_at, expires_at, customer_name, customer_phone, street_address, apartment_number, city,
    postal_code, shipping_instruction, customer_lat, customer_lng, items, payment, key_salt, key_version,
    feedback_rating, feedback_text, feedback_first_at, feedback_at, batch_id, car_id, stop, stops_before,
    batch_minutes, batch_updated_at, batch_departed_at, anonymised_at
)
SELECT
    id, restaurant_id, order_type, external_id, 'key', key_name, status, seq, rev, changed_at, placed_at, pre_order_time,
    promised_at, planned_minutes, estimate_made_at, estimate_arrival, estimate_earliest, estimate_latest,
    estimate_basis, over_at, expires_at, customer_name, customer_phone, street_address, apartment_number, city,
    postal_code, shipping_instruction, customer_lat, customer_lng, items, payment, key_salt, key_version,
    feedback_rating, feedback_text, feedback_first_at, feedback_at, batch_id, car_id, stop, stops_before,
    batch_minutes, batch_updated_at, batch_departed_at, anonymised_at
FROM orders
ORDER BY id;

-- A number that a customer has read is never given to another order: the count goes on where it stood.
DELETE FROM sqlite_sequence WHERE name = 'orders_new';
INSERT INTO sqlite_sequence (name, seq) SELECT 'orders_new', seq FROM sqlite_sequence WHERE name = 'orders';

DROP TABLE orders;
ALTER TABLE orders_new RENAME TO orders;

-- One order for each name of one actor. An index of its own, so that the next step need not write all anew.
CREATE UNIQUE INDEX orders_external_id ON orders (actor_kind, actor_name, external_id);
CREATE INDEX orders_open ON orders (restaurant_id, expires_at) WHERE over_at IS NULL;
CREATE INDEX orders_over ON orders (restaurant_id, over_at) WHERE over_at IS NOT NULL;
CREATE INDEX orders_of_batch ON orders (batch_id) WHERE batch_id IS NOT NULL;
CREATE INDEX orders_of_car ON orders (car_id) WHERE batch_id IS NOT NULL AND over_at IS NULL;
CREATE INDEX orders_on_a_cars_word ON orders (id) WHERE estimate_basis = 'car';
CREATE INDEX orders_restaurant ON orders (restaurant_id, id);
CREATE INDEX orders_ended ON orders (coalesce(over_at, expires_at)) WHERE anonymised_at IS NULL;

CREATE TABLE order_events_new (
    order_id INTEGER NOT NULL REFERENCES orders (id),
    seq INTEGER NOT NULL CHECK (seq >= 0),
    status INTEGER NOT NULL,
    occurred_at INTEGER,
    recorded_at INTEGER NOT NULL,
    source TEXT NOT NULL,
    actor_kind TEXT NOT NULL,
    actor_name TEXT NOT NULL,
    event_id TEXT,
    note TEXT,
    staff_note TEXT,
    batch_id TEXT,
    car_id TEXT,
    PRIMARY KEY (order_id, seq)
) STRICT, WITHOUT ROWID;

INSERT INTO order_events_new (
    order_id, seq, status, occurred_at, recorded_at, source, actor_kind, actor_name, event_id, note, staff_note,
    batch_id, car_id
)
SELECT
    order_id, seq, status, occurred_at, recorded_at, source, 'key', key_name, event_id, note, staff_note,
    batch_id, car_id
FROM order_events
ORDER BY order_id, seq;

DROP TABLE order_events;
ALTER TABLE order_events_new RENAME TO order_events;
CREATE UNIQUE INDEX order_events_event_id ON order_events (order_id, event_id) WHERE event_id IS NOT NULL;

CREATE TABLE batches_new (
    id TEXT NOT NULL PRIMARY KEY,
    car_id TEXT NOT NULL,
    estimated_minutes INTEGER,
    updated_at INTEGER NOT NULL,
    departed_at INTEGER,
    actor_kind TEXT NOT NULL,
    actor_name TEXT NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO batches_new (id, car_id, estimated_minutes, updated_at, departed_at, actor_kind, actor_name)
SELECT id, car_id, estimated_minutes, updated_at, departed_at, 'key', key_name
FROM batches
ORDER BY id;

DROP TABLE batches;
ALTER TABLE batches_new RENAME TO batches;
