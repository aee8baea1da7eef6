import type { Shop } from "../../api/wire";
import { restaurantSlug } from "../../lib/restaurantSlug";

const FINNISH = new Intl.Collator("fi");

/** The restaurants that are at work, by name, of which a text says something: name, street, city or zip (RS-24, RS-25). */
export function findRestaurants(shops: readonly Shop[], text: string): Shop[] {
  const wanted = text.trim().toLocaleLowerCase("fi");
  return shops
    .filter(isListed)
    .filter(({ displayName, streetAddress, city, zip }) =>
      [displayName, streetAddress, city, zip].some((fact) => fact.toLocaleLowerCase("fi").includes(wanted)),
    )
    .toSorted((one, other) => FINNISH.compare(one.displayName, other.displayName));
}

/** The restaurant of a page's address, however it is spelt there (RS-23, RS-30). */
export function restaurantOf(shops: readonly Shop[], slug: string): Shop | undefined {
  const wanted = restaurantSlug(slug);
  return shops.filter(isListed).find(({ displayName }) => restaurantSlug(displayName) === wanted);
}

/** Those that are at work, and not kept out of sight (OS-20). */
function isListed({ isActive, openForPickupStatus }: Shop): boolean {
  return isActive && openForPickupStatus !== "Hidden";
}
