-- What a kitchen said of how much longer, or less, an order takes: each once, by the name that its reporter gave it.
CREATE TABLE order_preparations (
    order_id INTEGER NOT NULL REFERENCES orders (id),
    event_id TEXT NOT NULL,
    delta_minutes INTEGER NOT NULL,
    recorded_at INTEGER NOT NULL,
    actor_kind TEXT NOT NULL,
    actor_name TEXT NOT NULL,
    PRIMARY KEY (order_id, event_id)
) STRICT, WITHOUT ROWID;
