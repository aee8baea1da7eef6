-- What is swept, erased or counted of accounts is found by an index, however many there are.

-- Owners who are still to be told, and those who were: each round looks at its own.
DROP INDEX customers_idle;
CREATE INDEX customers_unwarned ON customers (active_at) WHERE erased_at IS NULL AND warned_at IS NULL;
CREATE INDEX customers_warned ON customers (warned_at) WHERE erased_at IS NULL AND warned_at IS NOT NULL;
CREATE INDEX customers_unanswered ON customers (created_at) WHERE erased_at IS NULL AND terms_version IS NULL;

CREATE INDEX customer_sessions_by_end ON customer_sessions (expires_at);
CREATE INDEX customer_sessions_by_use ON customer_sessions (last_seen_at);

-- Since when a later word on the same counts instead.
ALTER TABLE customer_consents ADD COLUMN past_since TIMESTAMPTZ;
UPDATE customer_consents SET past_since = (SELECT min(later.given_at) FROM customer_consents later
    WHERE later.customer_id = customer_consents.customer_id AND later.what = customer_consents.what
    AND later.id > customer_consents.id);
CREATE INDEX customer_consents_past ON customer_consents (past_since) WHERE past_since IS NOT NULL;

-- Whom each search showed, from the customer's side.
CREATE TABLE customer_search_finds (
    customer_id BIGINT NOT NULL,
    search_id BIGINT NOT NULL REFERENCES customer_searches (id) ON DELETE CASCADE,
    PRIMARY KEY (customer_id, search_id)
);
CREATE INDEX customer_search_finds_search ON customer_search_finds (search_id);
INSERT INTO customer_search_finds (customer_id, search_id)
    SELECT DISTINCT found.value::bigint, s.id FROM customer_searches s, jsonb_array_elements_text(s.customer_ids) found;

-- Whose address an undo still leads to: nobody else may take it.
CREATE INDEX customer_tokens_undo ON customer_tokens (email) WHERE purpose = 'undo-email';

CREATE INDEX provider_tokens_email ON provider_tokens (email);
CREATE INDEX provider_tokens_identity ON provider_tokens (provider, subject);

-- To whom a mail goes, and of which order something is told.
CREATE INDEX outbox_to ON outbox (lower(payload ->> 'to'));
CREATE INDEX outbox_of_order ON outbox ((payload ->> 'orderId'));

-- With when an order was placed and when it is wanted: the latest, and those under way, are told from it alone.
DROP INDEX checkouts_customer;
CREATE INDEX checkouts_customer ON checkouts (customer_id, id, placed_at, pre_order_time) WHERE customer_id IS NOT NULL;
