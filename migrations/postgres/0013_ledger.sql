-- The book of the shop: what was sold, paid and given back. Rows are added and never changed; a mistake is another row.
CREATE TABLE ledger (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    order_id BIGINT NOT NULL,
    -- What happened to the order, once each: `placed`, `paid`, `refund 1`.
    fact TEXT NOT NULL,
    restaurant_id BIGINT NOT NULL,
    -- The day in Helsinki, as YYYY-MM-DD.
    day TEXT NOT NULL,
    booked_at TIMESTAMPTZ NOT NULL,
    -- Cents.
    gross BIGINT NOT NULL,
    discounts BIGINT NOT NULL,
    shipping BIGINT NOT NULL,
    services BIGINT NOT NULL,
    paid BIGINT NOT NULL,
    refunded BIGINT NOT NULL,
    UNIQUE (order_id, fact)
);

CREATE INDEX ledger_by_day ON ledger (day, restaurant_id);

-- The tax that an entry holds, by rate in hundredths of a percent.
CREATE TABLE ledger_vat (
    entry_id BIGINT NOT NULL REFERENCES ledger (id),
    rate BIGINT NOT NULL,
    amount BIGINT NOT NULL,
    PRIMARY KEY (entry_id, rate)
);

CREATE FUNCTION ledger_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the ledger is not changed';
END
$$;

CREATE TRIGGER ledger_is_not_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_stays();
CREATE TRIGGER ledger_vat_is_not_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_vat
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_stays();
