-- What nodes write every second to learn whether the database takes writes: a row for each, by a number that it drew.
CREATE TABLE write_probes (
    slot SMALLINT PRIMARY KEY,
    at TIMESTAMPTZ NOT NULL
);
