-- A batch's own row: all that is left of one without orders.
CREATE TABLE batches (
    id TEXT NOT NULL PRIMARY KEY,
    car_id TEXT NOT NULL,
    estimated_minutes INTEGER,
    updated_at INTEGER NOT NULL,
    departed_at INTEGER,
    key_name TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What an order shows of its batch stands in its own row, so that `rev` guards it. `car_id` stays when
-- the order leaves its batch: it is the car of its last assignment.
ALTER TABLE orders ADD COLUMN batch_id TEXT REFERENCES batches (id);
ALTER TABLE orders ADD COLUMN car_id TEXT;
ALTER TABLE orders ADD COLUMN stop INTEGER;
ALTER TABLE orders ADD COLUMN stops_before INTEGER;
ALTER TABLE orders ADD COLUMN batch_minutes INTEGER;
ALTER TABLE orders ADD COLUMN batch_updated_at INTEGER;
ALTER TABLE orders ADD COLUMN batch_departed_at INTEGER CHECK (
    (batch_id IS NULL) = (stop IS NULL) AND (batch_id IS NULL) = (stops_before IS NULL)
    AND (batch_id IS NULL) = (batch_updated_at IS NULL) AND (batch_id IS NULL OR car_id IS NOT NULL)
    AND (batch_id IS NOT NULL OR (batch_minutes IS NULL AND batch_departed_at IS NULL))
);

CREATE INDEX orders_of_batch ON orders (batch_id) WHERE batch_id IS NOT NULL;
CREATE INDEX orders_of_car ON orders (car_id) WHERE batch_id IS NOT NULL AND over_at IS NULL;
CREATE INDEX orders_on_a_cars_word ON orders (id) WHERE estimate_basis = 'car';

ALTER TABLE order_events ADD COLUMN batch_id TEXT;
ALTER TABLE order_events ADD COLUMN car_id TEXT;
