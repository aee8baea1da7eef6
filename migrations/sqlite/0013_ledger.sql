-- The book of the shop: what was sold, paid and given back. Rows are added and never changed; a mistake is another row.
CREATE TABLE ledger (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    order_id INTEGER NOT NULL,
    -- What happened to the order, once each: `placed`, `paid`, `refund 1`.
    fact TEXT NOT NULL,
    restaurant_id INTEGER NOT NULL,
    -- The day in Helsinki, as YYYY-MM-DD.
    day TEXT NOT NULL,
    booked_at INTEGER NOT NULL,
    -- Cents.
    gross INTEGER NOT NULL,
    discounts INTEGER NOT NULL,
    shipping INTEGER NOT NULL,
    services INTEGER NOT NULL,
    paid INTEGER NOT NULL,
    refunded INTEGER NOT NULL,
    UNIQUE (order_id, fact)
) STRICT;

CREATE INDEX ledger_by_day ON ledger (day, restaurant_id);

-- The tax that an entry holds, by rate in hundredths of a percent.
CREATE TABLE ledger_vat (
    entry_id INTEGER NOT NULL REFERENCES ledger (id),
    rate INTEGER NOT NULL,
    amount INTEGER NOT NULL,
    PRIMARY KEY (entry_id, rate)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER ledger_is_not_changed BEFORE UPDATE ON ledger BEGIN
    SELECT RAISE(ABORT, 'the ledger is not changed');
END;
CREATE TRIGGER ledger_is_not_taken_away BEFORE DELETE ON ledger BEGIN
    SELECT RAISE(ABORT, 'the ledger is not changed');
END;
CREATE TRIGGER ledger_vat_is_not_changed BEFORE UPDATE ON ledger_vat BEGIN
    SELECT RAISE(ABORT, 'the ledger is not changed');
END;
CREATE TRIGGER ledger_vat_is_not_taken_away BEFORE DELETE ON ledger_vat BEGIN
    SELECT RAISE(ABORT, 'the ledger is not changed');
END;
