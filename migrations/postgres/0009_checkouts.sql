-- Orders of the shop, from their placing on. Until one is paid it stands here alone: no query over `orders` ever sees it.
-- Numbers are those of `orders`. Amounts are cents.

CREATE TABLE checkouts (
    id BIGINT NOT NULL PRIMARY KEY,
    shop_id BIGINT NOT NULL REFERENCES restaurants (id),
    -- Who cooks; mostly the same.
    kitchen_id BIGINT NOT NULL REFERENCES restaurants (id),
    order_type TEXT NOT NULL,
    source TEXT NOT NULL,
    actor_kind TEXT NOT NULL,
    actor_name TEXT NOT NULL,
    stage TEXT NOT NULL,
    paid_by BIGINT,
    placed_at TIMESTAMPTZ NOT NULL,
    pre_order_time TIMESTAMPTZ,
    pays_until TIMESTAMPTZ NOT NULL,
    received_at TIMESTAMPTZ,
    ended_at TIMESTAMPTZ,
    method TEXT NOT NULL,
    issuer TEXT,
    grand_total BIGINT NOT NULL,
    payable BIGINT NOT NULL,
    -- What a provider is to be paid: less what a gift card holds.
    due BIGINT NOT NULL CHECK (due >= 0 AND due <= payable),
    error_code BIGINT,
    -- Not every method may pay for it.
    has_alcohol BOOLEAN NOT NULL,
    items JSONB NOT NULL,
    payment JSONB NOT NULL,
    price JSONB NOT NULL,
    -- Taken away some time after the end.
    contact JSONB,
    analytics JSONB,
    redirect_url TEXT NOT NULL,
    key_salt BYTEA NOT NULL,
    key_version BIGINT NOT NULL,
    -- Of what is ordered and by whom: the same again within seconds is a mistake.
    content BYTEA NOT NULL
);
CREATE INDEX checkouts_content ON checkouts (content, placed_at);
CREATE INDEX checkouts_waiting ON checkouts (pays_until) WHERE stage = 'waiting';
CREATE INDEX checkouts_ended ON checkouts (ended_at) WHERE stage = 'ended' AND contact IS NOT NULL;

CREATE TABLE payment_tries (
    session_id TEXT NOT NULL PRIMARY KEY,
    order_id BIGINT NOT NULL REFERENCES checkouts (id),
    number BIGINT NOT NULL,
    method TEXT NOT NULL,
    issuer TEXT,
    amount BIGINT NOT NULL CHECK (amount > 0),
    standing SMALLINT NOT NULL,
    error_code BIGINT,
    opened_at TIMESTAMPTZ NOT NULL,
    -- When the provider is asked next, while nobody has said how it ended.
    look_at TIMESTAMPTZ NOT NULL,
    -- What the provider is still to be told: `close` or `refund`, at least once.
    duty TEXT,
    duty_at TIMESTAMPTZ,
    duty_tries BIGINT NOT NULL DEFAULT 0,
    UNIQUE (order_id, number),
    CHECK ((duty IS NULL) = (duty_at IS NULL))
);
CREATE INDEX payment_tries_open ON payment_tries (look_at) WHERE standing = 0;
CREATE INDEX payment_tries_duty ON payment_tries (duty_at) WHERE duty IS NOT NULL;

-- What providers said, each once.
CREATE TABLE payment_events (
    provider TEXT NOT NULL,
    event_id TEXT NOT NULL,
    session_id TEXT NOT NULL REFERENCES payment_tries (session_id),
    status TEXT NOT NULL,
    recorded_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (provider, event_id)
);

-- How often a code with a limit is used, and by whom: what is given back counts no more.
CREATE TABLE code_uses (
    code TEXT NOT NULL PRIMARY KEY,
    uses BIGINT NOT NULL CHECK (uses >= 0)
);

CREATE TABLE checkout_codes (
    order_id BIGINT NOT NULL REFERENCES checkouts (id),
    code TEXT NOT NULL,
    given_back_at TIMESTAMPTZ,
    PRIMARY KEY (order_id, code)
);

-- What is gone from a gift card, by its number's fingerprint: spent or held.
CREATE TABLE gift_cards (
    card BYTEA NOT NULL PRIMARY KEY,
    gone BIGINT NOT NULL CHECK (gone >= 0)
);

CREATE TABLE gift_card_holds (
    order_id BIGINT NOT NULL PRIMARY KEY REFERENCES checkouts (id),
    card BYTEA NOT NULL REFERENCES gift_cards (card),
    amount BIGINT NOT NULL CHECK (amount > 0),
    given_back_at TIMESTAMPTZ
);

-- Orders that a kitchen cancelled, by when: their money goes back.
CREATE INDEX orders_cancelled ON orders (over_at) WHERE status = 13;
