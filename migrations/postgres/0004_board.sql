-- The orders that a board can show: open ones that have not expired, and those that were over lately.
-- `expires_at` moves with `over_at` alone, so that a press which leaves that as it is touches neither.
DROP INDEX orders_open;
CREATE INDEX orders_open ON orders (restaurant_id, expires_at) WHERE over_at IS NULL;
CREATE INDEX orders_over ON orders (restaurant_id, over_at) WHERE over_at IS NOT NULL;
