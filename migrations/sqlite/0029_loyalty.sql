-- The loyalty programme: what happened to members' cards, what they own, and what the wheel gave them.

-- Append-only, in the order in which it happened to its member.
CREATE TABLE loyalty_rows (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    customer_id INTEGER NOT NULL REFERENCES customers (id),
    happened_at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    fact TEXT NOT NULL CHECK (json_valid(fact)),
    -- What the fact is about, and what it adds: for those who look for it.
    order_id INTEGER,
    benefit TEXT,
    slices_added INTEGER NOT NULL,
    spins_added INTEGER NOT NULL
) STRICT;
CREATE INDEX loyalty_rows_customer ON loyalty_rows (customer_id, id);
CREATE INDEX loyalty_rows_order ON loyalty_rows (order_id, kind) WHERE order_id IS NOT NULL;

-- What somebody may use once. What holds it stands in `checkout_codes`.
CREATE TABLE loyalty_benefits (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    code TEXT NOT NULL UNIQUE,
    -- None: it is good for everybody.
    customer_id INTEGER REFERENCES customers (id),
    kind TEXT NOT NULL,
    given_at INTEGER NOT NULL,
    valid_until INTEGER NOT NULL,
    origin TEXT CHECK (json_valid(origin)),
    is_extended INTEGER NOT NULL DEFAULT 0,
    -- The order that was confirmed with it.
    used_order_id INTEGER,
    voided_at INTEGER
) STRICT;
CREATE INDEX loyalty_benefits_customer ON loyalty_benefits (customer_id, id);

-- What a member is shown once.
CREATE TABLE loyalty_members (
    customer_id INTEGER NOT NULL PRIMARY KEY REFERENCES customers (id),
    show_welcome INTEGER NOT NULL,
    show_prize INTEGER NOT NULL
) STRICT;

-- The seed of each member's next spin, sealed. A backup leaves it out: a seed that was told is never promised again.
CREATE TABLE wheel_seeds (
    customer_id INTEGER NOT NULL PRIMARY KEY REFERENCES customers (id),
    sealed BLOB NOT NULL
) STRICT;

-- Each spin with all that it takes to draw it again.
CREATE TABLE wheel_spins (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    customer_id INTEGER NOT NULL REFERENCES customers (id),
    spun_at INTEGER NOT NULL,
    -- Spins that the member had before.
    nonce INTEGER NOT NULL,
    segment INTEGER NOT NULL,
    prize TEXT NOT NULL,
    angle INTEGER NOT NULL,
    spins_left INTEGER NOT NULL,
    benefit TEXT,
    commitment TEXT NOT NULL UNIQUE,
    server_seed TEXT NOT NULL,
    client_seed TEXT NOT NULL,
    weights TEXT NOT NULL CHECK (json_valid(weights)),
    next_commitment TEXT NOT NULL,
    UNIQUE (customer_id, nonce)
) STRICT;
CREATE INDEX wheel_spins_by_time ON wheel_spins (customer_id, spun_at);

-- Prizes that were given of a calendar month's stock.
CREATE TABLE wheel_stock (
    -- YYYY-MM, in Helsinki.
    month TEXT NOT NULL,
    prize TEXT NOT NULL,
    given INTEGER NOT NULL CHECK (given >= 0),
    PRIMARY KEY (month, prize)
) STRICT, WITHOUT ROWID;

-- By which orders a benefit is held, and which of the newest orders are members'.
CREATE INDEX checkout_codes_code ON checkout_codes (code) WHERE is_benefit;
CREATE INDEX checkouts_of_customers ON checkouts (placed_at) WHERE customer_id IS NOT NULL;
