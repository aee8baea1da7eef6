-- Stops that a car no longer has: cancelled, taken out, or gone with another batch. Their doors count on for a while.
CREATE TABLE former_stops (
    car_id TEXT NOT NULL,
    batch_id TEXT NOT NULL REFERENCES batches (id),
    order_id INTEGER NOT NULL REFERENCES orders (id),
    left_at INTEGER NOT NULL,
    -- The stop before it, where it was not the first.
    behind INTEGER,
    departed_at INTEGER,
    PRIMARY KEY (car_id, batch_id, order_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX former_stops_of_order ON former_stops (order_id);

-- A car's batches are asked for while they are open, and for a while after.
DROP INDEX orders_of_car;
CREATE INDEX orders_of_car ON orders (car_id, over_at) WHERE batch_id IS NOT NULL;
