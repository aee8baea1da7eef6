-- Tries to pay stand under a digest of their token from now on: the first 32 hexadecimal digits of its SHA-256. SQLite makes no
-- digests: the program does that in the same transaction (`migrations/sessions.rs`).

-- Calls with a key that began a try named it by its token: answered ones need the name no more, others begin anew.
DELETE FROM idempotency_keys WHERE length(made) = 32 AND status IS NULL;
UPDATE idempotency_keys SET made = NULL WHERE length(made) = 32;
