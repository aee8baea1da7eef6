-- Orders of the shop, from their placing on. Until one is paid it stands here alone: no query over `orders` ever sees it.
-- Numbers are those of `orders`. Amounts are cents.

CREATE TABLE checkouts (
    id INTEGER NOT NULL PRIMARY KEY,
    shop_id INTEGER NOT NULL REFERENCES restaurants (id),
    -- Who cooks; mostly the same.
    kitchen_id INTEGER NOT NULL REFERENCES restaurants (id),
    order_type TEXT NOT NULL,
    source TEXT NOT NULL,
    actor_kind TEXT NOT NULL,
    actor_name TEXT NOT NULL,
    stage TEXT NOT NULL,
    paid_by INTEGER,
    placed_at INTEGER NOT NULL,
    pre_order_time INTEGER,
    pays_until INTEGER NOT NULL,
    received_at INTEGER,
    ended_at INTEGER,
    method TEXT NOT NULL,
    issuer TEXT,
    grand_total INTEGER NOT NULL,
    payable INTEGER NOT NULL,
    -- What a provider is to be paid: less what a gift card holds.
    due INTEGER NOT NULL CHECK (due >= 0 AND due <= payable),
    error_code INTEGER,
    -- Not every method may pay for it.
    has_alcohol INTEGER NOT NULL,
    items TEXT NOT NULL CHECK (json_valid(items)),
    payment TEXT NOT NULL CHECK (json_valid(payment)),
    price TEXT NOT NULL CHECK (json_valid(price)),
    -- Taken away some time after the end.
    contact TEXT CHECK (contact IS NULL OR json_valid(contact)),
    analytics TEXT CHECK (analytics IS NULL OR json_valid(analytics)),
    redirect_url TEXT NOT NULL,
    key_salt BLOB NOT NULL,
    key_version INTEGER NOT NULL,
    -- Of what is ordered and by whom: the same again within seconds is a mistake.
    content BLOB NOT NULL
) STRICT;
CREATE INDEX checkouts_content ON checkouts (content, placed_at);
CREATE INDEX checkouts_waiting ON checkouts (pays_until) WHERE stage = 'waiting';
CREATE INDEX checkouts_ended ON checkouts (ended_at) WHERE stage = 'ended' AND contact IS NOT NULL;

CREATE TABLE payment_tries (
    session_id TEXT NOT NULL PRIMARY KEY,
    order_id INTEGER NOT NULL REFERENCES checkouts (id),
    number INTEGER NOT NULL,
    method TEXT NOT NULL,
    issuer TEXT,
    amount INTEGER NOT NULL CHECK (amount > 0),
    standing INTEGER NOT NULL,
    error_code INTEGER,
    opened_at INTEGER NOT NULL,
    -- When the provider is asked next, while nobody has said how it ended.
    look_at INTEGER NOT NULL,
    -- What the provider is still to be told: `close` or `refund`, at least once.
    duty TEXT,
    duty_at INTEGER,
    duty_tries INTEGER NOT NULL DEFAULT 0,
    UNIQUE (order_id, number),
    CHECK ((duty IS NULL) = (duty_at IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX payment_tries_open ON payment_tries (look_at) WHERE standing = 0;
CREATE INDEX payment_tries_duty ON payment_tries (duty_at) WHERE duty IS NOT NULL;

-- What providers said, each once.
CREATE TABLE payment_events (
    provider TEXT NOT NULL,
    event_id TEXT NOT NULL,
    session_id TEXT NOT NULL REFERENCES payment_tries (session_id),
    status TEXT NOT NULL,
    recorded_at INTEGER NOT NULL,
    PRIMARY KEY (provider, event_id)
) STRICT, WITHOUT ROWID;

-- How often a code with a limit is used, and by whom: what is given back counts no more.
CREATE TABLE code_uses (
    code TEXT NOT NULL PRIMARY KEY,
    uses INTEGER NOT NULL CHECK (uses >= 0)
) STRICT, WITHOUT ROWID;

CREATE TABLE checkout_codes (
    order_id INTEGER NOT NULL REFERENCES checkouts (id),
    code TEXT NOT NULL,
    given_back_at INTEGER,
    PRIMARY KEY (order_id, code)
) STRICT, WITHOUT ROWID;

-- What is gone from a gift card, by its number's fingerprint: spent or held.
CREATE TABLE gift_cards (
    card BLOB NOT NULL PRIMARY KEY,
    gone INTEGER NOT NULL CHECK (gone >= 0)
) STRICT, WITHOUT ROWID;

CREATE TABLE gift_card_holds (
    order_id INTEGER NOT NULL PRIMARY KEY REFERENCES checkouts (id),
    card BLOB NOT NULL REFERENCES gift_cards (card),
    amount INTEGER NOT NULL CHECK (amount > 0),
    given_back_at INTEGER
) STRICT;

-- Orders that a kitchen cancelled, by when: their money goes back.
CREATE INDEX orders_cancelled ON orders (over_at) WHERE status = 13;
