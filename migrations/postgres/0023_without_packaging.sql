-- Whether a delivery of the shop is brought without packaging, as its customer asked.
ALTER TABLE orders ADD COLUMN without_packaging BOOLEAN NOT NULL DEFAULT FALSE;
