-- What each restaurant says of itself while it works. `rev` rises with each change.
CREATE TABLE restaurant_states (
    restaurant_id BIGINT PRIMARY KEY REFERENCES restaurants (id),
    rev BIGINT NOT NULL,
    state JSONB NOT NULL
);

-- When each version of the chain's files came into force, in milliseconds since 1970.
CREATE TABLE content_loads (
    version TEXT PRIMARY KEY,
    rev BIGINT NOT NULL
);
