-- The loyalty programme: what happened to members' cards, what they own, and what the wheel gave them.

-- Append-only, in the order in which it happened to its member.
CREATE TABLE loyalty_rows (
    id BIGINT NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    customer_id BIGINT NOT NULL REFERENCES customers (id),
    happened_at TIMESTAMPTZ NOT NULL,
    kind TEXT NOT NULL,
    fact JSONB NOT NULL,
    -- What the fact is about, and what it adds: for those who look for it.
    order_id BIGINT,
    benefit TEXT,
    slices_added BIGINT NOT NULL,
    spins_added BIGINT NOT NULL
);
CREATE INDEX loyalty_rows_customer ON loyalty_rows (customer_id, id);
CREATE INDEX loyalty_rows_order ON loyalty_rows (order_id, kind) WHERE order_id IS NOT NULL;

-- What somebody may use once. What holds it stands in `checkout_codes`.
CREATE TABLE loyalty_benefits (
    id BIGINT NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    code TEXT NOT NULL UNIQUE,
    -- None: it is good for everybody.
    customer_id BIGINT REFERENCES customers (id),
    kind TEXT NOT NULL,
    given_at TIMESTAMPTZ NOT NULL,
    valid_until TIMESTAMPTZ NOT NULL,
    origin JSONB,
    is_extended BOOLEAN NOT NULL DEFAULT FALSE,
    -- The order that was confirmed with it.
    used_order_id BIGINT,
    voided_at TIMESTAMPTZ
);
CREATE INDEX loyalty_benefits_customer ON loyalty_benefits (customer_id, id);

-- What a member is shown once.
CREATE TABLE loyalty_members (
    customer_id BIGINT NOT NULL PRIMARY KEY REFERENCES customers (id),
    show_welcome BOOLEAN NOT NULL,
    show_prize BOOLEAN NOT NULL
);

-- The seed of each member's next spin, sealed. A backup leaves it out: a seed that was told is never promised again.
CREATE TABLE wheel_seeds (
    customer_id BIGINT NOT NULL PRIMARY KEY REFERENCES customers (id),
    sealed BYTEA NOT NULL
);

-- Each spin with all that it takes to draw it again.
CREATE TABLE wheel_spins (
    id BIGINT NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    customer_id BIGINT NOT NULL REFERENCES customers (id),
    spun_at TIMESTAMPTZ NOT NULL,
    -- Spins that the member had before.
    nonce BIGINT NOT NULL,
    segment BIGINT NOT NULL,
    prize TEXT NOT NULL,
    angle BIGINT NOT NULL,
    spins_left BIGINT NOT NULL,
    benefit TEXT,
    commitment TEXT NOT NULL UNIQUE,
    server_seed TEXT NOT NULL,
    client_seed TEXT NOT NULL,
    weights JSONB NOT NULL,
    next_commitment TEXT NOT NULL,
    UNIQUE (customer_id, nonce)
);
CREATE INDEX wheel_spins_by_time ON wheel_spins (customer_id, spun_at);

-- Prizes that were given of a calendar month's stock.
CREATE TABLE wheel_stock (
    -- YYYY-MM, in Helsinki.
    month TEXT NOT NULL,
    prize TEXT NOT NULL,
    given BIGINT NOT NULL CHECK (given >= 0),
    PRIMARY KEY (month, prize)
);

-- By which orders a benefit is held, and which of the newest orders are members'.
CREATE INDEX checkout_codes_code ON checkout_codes (code) WHERE is_benefit;
CREATE INDEX checkouts_of_customers ON checkouts (placed_at) WHERE customer_id IS NOT NULL;
