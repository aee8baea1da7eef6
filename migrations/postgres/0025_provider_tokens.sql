-- Who somebody is that came from an identity provider, until they have said what for: for ten minutes.
CREATE TABLE provider_tokens (
    sha256 BYTEA NOT NULL PRIMARY KEY,
    -- The SHA-256 of the attempt of one browser; none of a program that brings its own.
    state_sha256 BYTEA,
    -- The session that asked for a link; none of a sign-in.
    session_id BIGINT,
    provider TEXT NOT NULL,
    subject TEXT NOT NULL,
    -- A verified address, in the form in which they are compared.
    email TEXT NOT NULL,
    first_name TEXT NOT NULL,
    last_name TEXT NOT NULL,
    tries BIGINT NOT NULL,
    -- Whose account it opened: it opens no other afterwards.
    customer_id BIGINT REFERENCES customers (id),
    expires_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX provider_tokens_by_end ON provider_tokens (expires_at);
CREATE INDEX provider_tokens_customer ON provider_tokens (customer_id) WHERE customer_id IS NOT NULL;
