-- What each restaurant says of itself while it works. `rev` rises with each change.
CREATE TABLE restaurant_states (
    restaurant_id INTEGER PRIMARY KEY REFERENCES restaurants (id),
    rev INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (json_valid(state))
) STRICT;

-- When each version of the chain's files came into force, in milliseconds since 1970.
CREATE TABLE content_loads (
    version TEXT PRIMARY KEY,
    rev INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
