-- What somebody is there for. Who stood before was let in for the call centre.
ALTER TABLE staff ADD COLUMN roles TEXT NOT NULL DEFAULT '["callcentre"]' CHECK (json_valid(roles));
