-- The customers of the shop: their accounts, what they are signed in with, where they have food brought to.

CREATE TABLE customers (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    created_at INTEGER NOT NULL,
    -- Of the last sign-in or order: an account that nobody uses is erased.
    active_at INTEGER NOT NULL,
    -- When its owner was told so.
    warned_at INTEGER,
    first_name TEXT NOT NULL,
    last_name TEXT NOT NULL,
    phone TEXT NOT NULL,
    -- As mails are sent to it.
    email TEXT NOT NULL,
    -- The identity provider that said it; none where its owner did.
    email_provider TEXT,
    -- How often password, e-mail or links have changed: an answer that was kept before opens nothing.
    security_changes INTEGER NOT NULL DEFAULT 0,
    password_hash TEXT,
    -- YYYY-MM-DD.
    birth_date TEXT,
    terms_version TEXT,
    loyalty_terms_version TEXT,
    -- When they joined the loyalty programme.
    joined_at INTEGER,
    show_loyalty_sign_up INTEGER NOT NULL,
    email_marketing INTEGER NOT NULL,
    sms_marketing INTEGER NOT NULL,
    preferred_method TEXT,
    preferred_option TEXT,
    favourite_order_id INTEGER,
    -- An account that was erased is a number without a person.
    erased_at INTEGER
) STRICT;
CREATE INDEX customers_idle ON customers (active_at) WHERE erased_at IS NULL;

-- The texts that people agree to, each in its versions; the newest counts.
CREATE TABLE terms_versions (
    -- shop, loyalty
    text TEXT NOT NULL,
    version TEXT NOT NULL,
    -- Whether who agreed to an older one is asked again.
    must_accept INTEGER NOT NULL,
    since INTEGER NOT NULL,
    PRIMARY KEY (text, version)
) STRICT;

-- By what people sign in: one e-mail is one person, of the staff or a customer. In the form in which they are compared.
CREATE TABLE sign_in_emails (
    email TEXT NOT NULL PRIMARY KEY,
    staff_id INTEGER UNIQUE REFERENCES staff (id),
    customer_id INTEGER UNIQUE REFERENCES customers (id),
    CHECK ((staff_id IS NULL) <> (customer_id IS NULL))
) STRICT;
INSERT INTO sign_in_emails (email, staff_id) SELECT email, id FROM staff WHERE removed_at IS NULL;

-- Tokens are nowhere kept, only their SHA-256.
CREATE TABLE customer_sessions (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    sha256 BLOB NOT NULL UNIQUE,
    customer_id INTEGER NOT NULL REFERENCES customers (id),
    -- Of a program or an app, which sends no cookie.
    is_bearer INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX customer_sessions_customer ON customer_sessions (customer_id);
ALTER TABLE staff_sessions ADD COLUMN is_bearer INTEGER NOT NULL DEFAULT 0;

-- What a link in a mail opens, once.
CREATE TABLE customer_tokens (
    sha256 BLOB NOT NULL PRIMARY KEY,
    customer_id INTEGER NOT NULL REFERENCES customers (id),
    -- reset, confirm-email, undo-email
    purpose TEXT NOT NULL,
    -- The address that it is about.
    email TEXT,
    -- The session of whoever asked for it.
    session_id INTEGER,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX customer_tokens_customer ON customer_tokens (customer_id, purpose);
CREATE INDEX customer_tokens_by_end ON customer_tokens (expires_at);

-- What somebody agreed to or took back, when and where.
CREATE TABLE customer_consents (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    customer_id INTEGER NOT NULL REFERENCES customers (id),
    what TEXT NOT NULL,
    version TEXT,
    value INTEGER NOT NULL,
    given_at INTEGER NOT NULL,
    given_from TEXT NOT NULL
) STRICT;
CREATE INDEX customer_consents_customer ON customer_consents (customer_id, id);

CREATE TABLE customer_addresses (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    customer_id INTEGER NOT NULL REFERENCES customers (id),
    street TEXT NOT NULL,
    apartment TEXT NOT NULL,
    postal_code TEXT NOT NULL,
    city TEXT NOT NULL,
    extra_info TEXT NOT NULL,
    lat REAL,
    lng REAL,
    is_primary INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    -- By what the same again is known.
    same_as TEXT NOT NULL,
    UNIQUE (customer_id, same_as)
) STRICT;
CREATE UNIQUE INDEX customer_addresses_primary ON customer_addresses (customer_id) WHERE is_primary;

-- Accounts at identity providers that open one of ours.
CREATE TABLE customer_identities (
    provider TEXT NOT NULL,
    subject TEXT NOT NULL,
    customer_id INTEGER NOT NULL REFERENCES customers (id),
    -- The verified address that the provider said last.
    email TEXT NOT NULL,
    linked_at INTEGER NOT NULL,
    PRIMARY KEY (provider, subject),
    UNIQUE (customer_id, provider)
) STRICT;

-- What may be used once, or so often, over all nodes: challenges of the captcha, tokens of identities.
CREATE TABLE spent_tokens (
    sha256 BLOB NOT NULL PRIMARY KEY,
    uses INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX spent_tokens_by_end ON spent_tokens (expires_at);

-- The second factor of the staff. The secret is sealed; it counts from its confirmation on.
ALTER TABLE staff ADD COLUMN totp_secret BLOB;
-- A secret that waits for its confirmation.
ALTER TABLE staff ADD COLUMN totp_pending BLOB;
ALTER TABLE staff ADD COLUMN totp_confirmed_at INTEGER;
-- The step of the last code that was used.
ALTER TABLE staff ADD COLUMN totp_step INTEGER;
CREATE TABLE staff_recovery_codes (
    staff_id INTEGER NOT NULL REFERENCES staff (id),
    sha256 BLOB NOT NULL,
    PRIMARY KEY (staff_id, sha256)
) STRICT;

-- Whose an order of the shop is. A guest's never becomes an account's.
ALTER TABLE checkouts ADD COLUMN customer_id INTEGER REFERENCES customers (id);
CREATE INDEX checkouts_customer ON checkouts (customer_id, id) WHERE customer_id IS NOT NULL;
