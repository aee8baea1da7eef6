-- Ids of the allergens that whoever eats an order avoids; nothing where it is nothing. Taken away with the person.
ALTER TABLE orders ADD COLUMN avoid_allergens TEXT CHECK (avoid_allergens IS NULL OR json_valid(avoid_allergens));
UPDATE orders SET avoid_allergens = (SELECT json_extract(c.contact, '$.avoided') FROM checkouts c WHERE c.id = orders.id)
WHERE id IN (SELECT c.id FROM checkouts c WHERE json_array_length(c.contact, '$.avoided') > 0);
