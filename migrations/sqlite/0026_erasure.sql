-- Whose account a call with a key was made for: what it was answered goes with the account.

ALTER TABLE idempotency_keys ADD COLUMN customer_id INTEGER;
CREATE INDEX idempotency_keys_customer ON idempotency_keys (customer_id) WHERE customer_id IS NOT NULL;
