-- Which of the codes that an order uses are somebody's benefits: those come back with all the money too.
ALTER TABLE checkout_codes ADD COLUMN is_benefit BOOLEAN NOT NULL DEFAULT FALSE;
