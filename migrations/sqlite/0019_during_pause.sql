-- Whether an order of the shop became known to its kitchen while that took none of its type: it was placed before, and paid
-- in the pause.
ALTER TABLE orders ADD COLUMN during_pause INTEGER NOT NULL DEFAULT 0;
