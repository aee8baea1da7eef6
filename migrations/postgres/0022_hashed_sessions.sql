-- Tries to pay stand under a digest of their token from now on: the first 32 hexadecimal digits of its SHA-256. What was there
-- before stood under the token itself.

ALTER TABLE payment_events DROP CONSTRAINT payment_events_session_id_fkey;
ALTER TABLE refunds DROP CONSTRAINT refunds_session_id_fkey;
ALTER TABLE test_refunds DROP CONSTRAINT test_refunds_session_id_fkey;

-- The embedded provider named its events by their token.
UPDATE payment_events
    SET event_id = substr(encode(sha256(convert_to(session_id, 'UTF8')), 'hex'), 1, 32) || substr(event_id, 33)
    WHERE provider = 'test' AND substr(event_id, 1, 32) = session_id;
UPDATE payment_events SET session_id = substr(encode(sha256(convert_to(session_id, 'UTF8')), 'hex'), 1, 32);
UPDATE refunds SET session_id = substr(encode(sha256(convert_to(session_id, 'UTF8')), 'hex'), 1, 32)
    WHERE session_id IS NOT NULL;
UPDATE test_refunds SET session_id = substr(encode(sha256(convert_to(session_id, 'UTF8')), 'hex'), 1, 32);
UPDATE test_payments SET session_id = substr(encode(sha256(convert_to(session_id, 'UTF8')), 'hex'), 1, 32);
UPDATE payment_tries SET session_id = substr(encode(sha256(convert_to(session_id, 'UTF8')), 'hex'), 1, 32);

ALTER TABLE payment_events ADD CONSTRAINT payment_events_session_id_fkey
    FOREIGN KEY (session_id) REFERENCES payment_tries (session_id);
ALTER TABLE refunds ADD CONSTRAINT refunds_session_id_fkey FOREIGN KEY (session_id) REFERENCES payment_tries (session_id);
ALTER TABLE test_refunds ADD CONSTRAINT test_refunds_session_id_fkey
    FOREIGN KEY (session_id) REFERENCES test_payments (session_id);

-- Calls with a key that began a try named it by its token: answered ones need the name no more, others begin anew.
DELETE FROM idempotency_keys WHERE length(made) = 32 AND status IS NULL;
UPDATE idempotency_keys SET made = NULL WHERE length(made) = 32;
