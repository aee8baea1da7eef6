-- Who did what is a kind and a name: not only dispatch keys place orders and report statuses any more. All that stands
-- came with a key. A default that stands only while the column is added leaves the rows unwritten.

ALTER TABLE orders RENAME COLUMN key_name TO actor_name;
ALTER TABLE orders ADD COLUMN actor_kind TEXT NOT NULL DEFAULT 'key';
ALTER TABLE orders ALTER COLUMN actor_kind DROP DEFAULT;

-- One order for each name of one actor.
ALTER TABLE orders DROP CONSTRAINT orders_key_name_external_id_key;
CREATE UNIQUE INDEX orders_external_id ON orders (actor_kind, actor_name, external_id);

ALTER TABLE order_events RENAME COLUMN key_name TO actor_name;
ALTER TABLE order_events ADD COLUMN actor_kind TEXT NOT NULL DEFAULT 'key';
ALTER TABLE order_events ALTER COLUMN actor_kind DROP DEFAULT;

ALTER TABLE batches RENAME COLUMN key_name TO actor_name;
ALTER TABLE batches ADD COLUMN actor_kind TEXT NOT NULL DEFAULT 'key';
ALTER TABLE batches ALTER COLUMN actor_kind DROP DEFAULT;
