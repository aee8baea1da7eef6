-- Ids of the allergens that whoever eats an order avoids; nothing where it is nothing. Taken away with the person.
ALTER TABLE orders ADD COLUMN avoid_allergens JSONB;
UPDATE orders o SET avoid_allergens = c.contact -> 'avoided' FROM checkouts c
WHERE c.id = o.id AND jsonb_array_length(coalesce(c.contact -> 'avoided', '[]')) > 0;
