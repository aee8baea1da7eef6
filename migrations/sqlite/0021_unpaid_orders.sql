-- By whom and from where an order was placed, as keyed digests: what they owe and hold is counted.
ALTER TABLE checkouts ADD COLUMN placed_by BLOB;
ALTER TABLE checkouts ADD COLUMN placed_from BLOB;
CREATE INDEX checkouts_placed_by ON checkouts (placed_by, stage) WHERE placed_by IS NOT NULL;
CREATE INDEX checkouts_placed_from ON checkouts (placed_from, stage) WHERE placed_from IS NOT NULL;

-- Until when a use is held while its order waits for money, and of how many it is one: it is taken again with them.
ALTER TABLE checkout_codes ADD COLUMN held_until INTEGER;
ALTER TABLE checkout_codes ADD COLUMN most INTEGER;
CREATE INDEX checkout_codes_held ON checkout_codes (held_until) WHERE held_until IS NOT NULL;
